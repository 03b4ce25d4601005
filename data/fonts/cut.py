#!/usr/bin/env python3
"""Cuts the fonts of the pictures: `python3 cut.py NotoSansCJK-Regular.ttc NotoSans-Regular.ttf`, with fonttools 4.68.

README.md beside this file says where the two come from. The same fonts and the same fonttools give the same bytes.
"""

import sys

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont


def cp932():
    """What Windows code page 932 can hold, without controls and private use."""
    codes = [bytes([first]) for first in range(256)]
    codes += [bytes([first, second]) for first in range(256) for second in range(256)]
    found = set()
    for code in codes:
        try:
            found |= set(map(ord, code.decode("cp932")))
        except UnicodeDecodeError:
            continue
    return {point for point in found if 0x20 <= point and not 0xE000 <= point < 0xF900 and point not in (0x7F, 0x80)}


# Latin 1, long vowels, dashes, quotation marks, dots, primes, arrows, stars, pieces, and what other encodings make of
# the wave dash and the minus.
MORE = {*range(0xA0, 0x100), *range(0x100, 0x180), *range(0x2010, 0x2027), 0x2030, 0x2032, 0x2033, 0x203C, 0x20AC}
MORE |= {0x2014, 0x2016, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x2264, 0x2265, 0x2605, 0x2606, 0x2616, 0x2617}
MORE |= {0x26C9, 0x26CA, 0x2713, 0x301C}


def cut(font, points, path):
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.desubroutinize = False
    options.glyph_names = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.name_languages = [0x409]
    options.drop_tables += ["BASE", "DSIG", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx"]
    subsetter = subset.Subsetter(options)
    there = set(font.getBestCmap())
    subsetter.populate(unicodes=points & there)
    subsetter.subset(font)
    font.recalcTimestamp = False
    font.save(path)
    print(f"{path}: {len(points & there)} characters")
    return there & points


japanese, latin = sys.argv[1:3]
wanted = cp932() | MORE
held = cut(TTCollection(japanese).fonts[0], wanted, "NotoSansCJKjp-cp932.otf")
others = (wanted | set(range(0x100, 0x250)) | set(range(0x400, 0x530)) | set(range(0x1E00, 0x1F00))) - held
cut(TTFont(latin), others, "NotoSans-names.ttf")
