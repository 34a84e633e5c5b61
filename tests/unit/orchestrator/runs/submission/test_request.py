"""A request overrides the options of its corpus."""


def test_options_of_the_command_line_go_before_those_of_the_corpus(run, parsed_corpus):
    corpus = parsed_corpus(1)
    (corpus / "corpus.toml").write_text("[options.sample]\ndraws = 9\nkeep = 2\n", "utf-8")
    assert run(corpus, {"sample": {"keep": 3}}) == 0
    sample = run.record()["signature"]["options"]["sample"]
    assert (sample["draws"], sample["keep"]) == (9, 3)
    assert {row["draws"] for row in run.table()} == {"9"}
