"""Known first rounds of cyclic schedules (`cyclic_schedules.py`) for tables of one size.

They come from a longer run of that search: no two pairs of a starter are of one kind. The number is
the length of the cycle, and so the number of rounds in which no pair meets twice. Each player is
one character, digits before small letters before capitals.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_lowercase, ascii_uppercase, digits

SIGNS = digits + ascii_lowercase + ascii_uppercase
STARTERS: Mapping[tuple[int, int], tuple[int, str]] = {  # players and size of tables
    (15, 3): (7, "0ae 124 38c 59b 67d"),
    (18, 3): (7, "09e 1bh 245 38f 67g acd"),
    (21, 3): (9, "058 1gk 24b 3dh 6ai 79j cef"),
    (24, 3): (11, "0hl 18j 27f 346 5kn 9ci abm deg"),
    (30, 3): (14, "0ps 1gm 235 49e 6aj 7dr 8oq bnt cfk hil"),
    (33, 3): (15, "0jr 12g 359 4fu 6be 7sw 8oq akv cpt dil hmn"),
    (36, 3): (17, "08s 1ce 2vy 3fh 45r 6dl 7an 9jq biz gkp mou twx"),
    (39, 3): (19, "05l 1sv 2kC 36n 4bB 7fg 8rw 9jy apx cei dmz htu oqA"),
    (42, 3): (20, "0kx 19A 28d 37D 4qw 5mu 6ot ahv bce flE gpr isB jnF yzC"),
    (45, 3): (21, "0rF 1bz 23j 4uI 5en 6dp 7oH 8ag 9CG cfB hwx isD kmv lAE qty"),
    (48, 3): (23, "07J 14o 2lt 3cB 5CL 6bH 89j aqv dFK ekm frs gxE hnz ipI uAD wyG"),
    (51, 3): (25, "08A 1ar 29n 3GK 4DI 5ot 6gj 7yM buJ chp dez fLO ikH lxF mqs vwC BEN"),
    (54, 3): (
        26,
        "01D 2yz 3be 4vJ 5uQ 6qG 7xB 8tA 9lp agr csR dkm fIO hMP iwE joH nFK CLN",
    ),
    (57, 3): (
        27,
        "04A 1gP 29b 3vS 5oJ 6HT 7kn 8FQ awE chK djC etR fpD iyN lLM mxG qIU rBO suz",
    ),
    (60, 3): (
        29,
        "09z 18w 2es 3rH 4BP 5fR 6CJ 7pM anv bcS dxV gio hDG jAT kLX lNW mqU tEF uyO IKQ",
    ),
    (24, 4): (7, "023g 1aim 478c 5bkn 6dhl 9efj"),
    (28, 4): (9, "0afg 169q 245n 3cei 7bkl 8dpr hjmo"),
    (36, 4): (11, "04jl 1duy 2noq 368v 5ewx 7irz 9bcg afpt hkms"),
    (40, 4): (12, "015i 2cwB 3ezA 46tx 7fmn 8hku 9gsD aovy bdrC jlpq"),
    (44, 4): (13, "07bt 16gi 2oqG 3ehl 4pCH 58xz 9mwF aduD cjvE fnyB krsA"),
    (48, 4): (14, "089c 1qzK 2iEL 3fwI 4lyA 5jrv 6otH 7esG aknp buxD dmCJ ghBF"),
    (52, 4): (15, "0lHL 1txK 2gBO 3qFN 4kEM 5hyI 6fop 79ae 8zCG bsAJ cjru dnDP imvw"),
    (56, 4): (16, "09ae 1iAO 2lEM 3pDR 4kIS 5ntK 6hJT 7mzN 8yCF bgHQ cfox dqGP jsuv rwBL"),
    (60, 4): (
        18,
        "0hqE 169d 2joK 3vyB 4xFV 5pMX 7mQR 8aDH bwNU ciPS euOT ftJW glnz krsC AGIL",
    ),
    (30, 5): (6, "02ajk 167cg 34hpt 58fls 9bnqr deimo"),
    (50, 5): (9, "049fr 1iwHJ 23nCF 5tuxA 6dkzN 7hmIK 8cgEG apyDL bjlov eqsBM"),
    (60, 5): (
        11,
        "0dvDH 1ghjM 2bnrw 3eyLX 4BCKS 57amO 6ksGT 8ioJW 9lxIV cpAFP fuEQU qtzNR",
    ),
    (36, 6): (3, "0cjpxz 1457ai 26dght 3fnuvy 89oqrw beklms"),
    (60, 6): (7, "02bmJM 1dfpwU 3klxHQ 4hntvC 5eqETV 67cBOR 8juzIW 9oyGNX agirAS sDFKLP"),
}
