"""A WordNet of a few words of our own, in the format of wndb(5WN)."""

LICENCE = "  1 Words for tests.\n"

SYNSETS = {
    "n": [["ship", "vessel"], ["fire", "blaze", "open_fire"], ["city", "town"], ["run"]],
    "v": [["injure", "hurt", "wound"], ["run", "go_off"], ["break", "shatter"], ["fire", "dismiss"]],
    "a": [["big", "large(p)"], ["good"]],
    "r": [["quickly", "fast"]],
}
EXCEPTIONS = {
    "n": "men man\n",
    "v": "hurt hurt\nran run\nrunning run\nwent_off go_off\nwent go\nbroke break\nbroken break\n",
    "a": "better good\nbigger big\nbiggest big\n",
    "r": "",
}
NAMES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
#: Sense keys' numbers of the parts of speech, and how often first senses were tagged.
COUNTS = "run%2:38:00:: 1 40\nrun%1:04:00:: 1 3\nfire%1:11:00:: 1 9\nfire%2:41:00:: 1 2\n"


def small_wordnet():
    """Return the files, name to bytes."""
    files = {"cntlist.rev": COUNTS.encode()}
    for pos, synsets in SYNSETS.items():
        data, index = LICENCE, {}
        for words in synsets:
            offset = len(data.encode())
            for word in words:
                index.setdefault(word.partition("(")[0], []).append(offset)
            pairs = " ".join(f"{word} 0" for word in words)
            pointer = f"001 @ {len(LICENCE):08} {pos} 0000"
            data += f'{offset:08} 03 {pos} {len(words):02x} {pairs} {pointer} | a gloss; "with" words  \n'
        lines = [
            f"{word} {pos} {len(places)} 1 @ {len(places)} 0 {' '.join(f'{at:08}' for at in places)}  \n"
            for word, places in sorted(index.items())
        ]
        files[f"data.{NAMES[pos]}"] = data.encode()
        files[f"index.{NAMES[pos]}"] = (LICENCE + "".join(lines)).encode()
        files[f"{NAMES[pos]}.exc"] = EXCEPTIONS[pos].encode()
    return files


def write_small_wordnet(folder):
    """Write the files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in small_wordnet().items():
        (folder / name).write_bytes(content)
    return folder
