"""Writes half-em.ttf, in which every character is half an em wide. Needs fontTools; no test runs this."""

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

EM, ASCENT, DESCENT = 1000, 800, 200


def box():
    pen = TTGlyphPen(None)
    for command, point in zip([pen.moveTo] + [pen.lineTo] * 3, [(50, 0), (50, 500), (450, 500), (450, 0)]):
        command(point)
    pen.closePath()
    return pen.glyph()


font = FontBuilder(EM, isTTF=True)
font.setupGlyphOrder([".notdef", "space", "box"])
font.setupGlyf({".notdef": box(), "space": TTGlyphPen(None).glyph(), "box": box()})
font.setupHorizontalMetrics({name: (EM // 2, 0 if name == "space" else 50) for name in [".notdef", "space", "box"]})
# Format 13 maps a whole range to one glyph.
characters = CmapSubtable.newSubtable(13)
characters.platformID, characters.platEncID, characters.language = 3, 10, 0
characters.format, characters.reserved, characters.length, characters.nGroups = 13, 0, 0, 0
characters.cmap = {code: "space" if code in (0x20, 0xA0) else "box" for code in range(0x20, 0x110000)}
font.font["cmap"] = newTable("cmap")
font.font["cmap"].tableVersion = 0
font.font["cmap"].tables = [characters]

font.setupHorizontalHeader(ascent=ASCENT, descent=-DESCENT)
font.setupOS2(sTypoAscender=ASCENT, sTypoDescender=-DESCENT, sTypoLineGap=0, usWinAscent=ASCENT, usWinDescent=DESCENT)
font.setupNameTable({"familyName": "Half Em", "styleName": "Regular"})
font.setupPost()
font.setupHead(unitsPerEm=EM, created=0, modified=0)
font.font.recalcTimestamp = False

font.save(Path(__file__).with_name("half-em.ttf"))
