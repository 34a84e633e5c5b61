"""WordNet databases of a few words, in the format of wndb(5WN)."""

PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
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
#: Sense keys' numbers of the parts of speech, and how often first senses were tagged.
COUNTS = "run%2:38:00:: 1 40\nrun%1:04:00:: 1 3\nfire%1:11:00:: 1 9\nfire%2:41:00:: 1 2\n"


def wordnet_files(synsets, irregular=()):
    """Return the files of a database by name.

    ``synsets`` are pairs of a part of speech and words; ``irregular`` are (part, form, base).
    """
    files = {}
    for pos, part in PARTS.items():
        data, places = "  1 a licence\n", {}
        for words in (words for kind, words in synsets if kind == pos):
            place = len(data)
            listed = " ".join(f"{word.replace(' ', '_')} 0" for word in words)
            data += f"{place:08} 03 {pos} {len(words):02x} {listed} 000 | a meaning\n"
            for word in words:
                places.setdefault(word.replace(" ", "_"), []).append(place)
        index = "".join(
            f"{word} {pos} {len(own)} 0 {len(own)} 0 {' '.join(f'{place:08}' for place in own)}\n"
            for word, own in sorted(places.items())
        )
        files[f"data.{part}"] = data.encode()
        files[f"index.{part}"] = f"  1 a licence\n{index}".encode()
        forms = "".join(f"{form} {base}\n" for kind, form, base in irregular if kind == pos)
        files[f"{part}.exc"] = forms.encode()
    return files


def write_wordnet(folder, synsets, irregular=()):
    """Write a database into a folder and return the folder."""
    folder.mkdir()
    for name, content in wordnet_files(synsets, irregular).items():
        (folder / name).write_bytes(content)
    return folder


def tiny_wordnet():
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
        files[f"data.{PARTS[pos]}"] = data.encode()
        files[f"index.{PARTS[pos]}"] = (LICENCE + "".join(lines)).encode()
        files[f"{PARTS[pos]}.exc"] = EXCEPTIONS[pos].encode()
    return files


def write_tiny_wordnet(folder):
    """Write the files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in tiny_wordnet().items():
        (folder / name).write_bytes(content)
    return folder
