"""WordNet databases of a few words, in the form of its files."""

PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


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
