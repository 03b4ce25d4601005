//! Opening lines that the games begin with. Each opening has eight plies of its own and lines that go on from there.

/// One opening.
pub struct Opening {
    /// Its first eight plies, in USI.
    pub trunk: &'static str,
    /// What may follow; a game leaves its line somewhere on the way.
    pub lines: &'static [&'static str],
}

/// The openings: Yagura, Bishop Exchange, Double Wing Attack, Side Pawn, White's Fourth-File Rook, Cheerful Central
/// Rook, White's Third-File Rook, Black's Fourth-File Rook, Quick Ishida, One-Turn-Loss Bishop Exchange.
pub const BOOK: [Opening; 10] = [
    Opening {
        trunk: "7g7f 8c8d 7i6h 3c3d 6h7g 7a6b 5g5f 5c5d",
        lines: &[
            "3i4h 3a4b 4i5h 4a3b 6g6f 5a4a 6i7h 6a5b 5i6i 4b3c 8h7i 2b3a 3g3f 4c4d 5h6g 7c7d 7i6h 3a6d 4h3g 4a3a",
            "6i7h 3a4b 3i4h 6a5b 4i5h 4a3b 6g6f 7c7d 5h6g 6b5c 5i6i 5a4a 8h7i 4c4d 3g3f 2b3a",
        ],
    },
    Opening {
        trunk: "2g2f 8c8d 7g7f 8d8e 8h7g 3c3d 7i6h 2b7g+",
        lines: &[
            "6h7g 3a4b 3i3h 7a7b 6i7h 4a3b 4g4f 6c6d 3h4g 7b6c 4g5f 6c5d 3g3f 4b3c 9g9f 9c9d 1g1f 1c1d 2i3g 7c7d \
             5i6h 5a4b 6g6f 8a7c 6h7i 4b3a 7i8h 3a2b",
            "6h7g 3a4b 3i3h 7a7b 6i7h 4a3b 3h2g 4b3c 9g9f 9c9d 1g1f 1c1d 5i6h 5a4b",
        ],
    },
    Opening {
        trunk: "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 3i3h 7a7b",
        lines: &[
            "2e2d 2c2d 2h2d P*2c 2d2f 9c9d 7g7f 8e8f 8g8f 8b8f P*8g 8f8d 5i6h 3c3d 3g3f 5a5b 9g9f 1c1d",
            "9g9f 1c1d 5i6h 9c9d 4i5h 5a5b 3h2g 3c3d 1g1f 3a4b",
        ],
    },
    Opening {
        trunk: "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b",
        lines: &[
            "2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c 3d3f 8f8d P*8g 5a5b 3f2f 3a2b 5i5h 7a7b 3i3h 9c9d",
            "2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c 3d3f 3a2b P*8g 8f8e 3f2f 5a4a 5i5h 7a7b 3i3h 6a5a",
        ],
    },
    Opening {
        trunk: "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b",
        lines: &[
            "6h7h 6b7b 5g5f 7b8b 4i5h 7a7b 9g9f 9c9d 2f2e 2b3c 1g1f 3a3b 3g3f 4a5b",
            "6h7h 6b7b 5g5f 7b8b 4i5h 7a7b 8h7g 3a3b 7h8h 4a5b 9i9h 5c5d 8h9i 3b4c 7i8h 6c6d",
        ],
    },
    Opening {
        trunk: "7g7f 3c3d 2g2f 5c5d 2f2e 8b5b 3i4h 5d5e",
        lines: &[
            "5i6h 2b3c 3g3f 5a6b 6i7h 6b7b 9g9f 9c9d",
            "6g6f 5a6b 5i6h 6b7b 6h7h 7b8b 4i5h 2b3c 5h6g 7a7b 9g9f 9c9d",
        ],
    },
    Opening {
        trunk: "7g7f 3c3d 2g2f 4c4d 3i4h 8b3b 5i6h 5a6b",
        lines: &[
            "6h7h 6b7b 5g5f 7b8b 4i5h 7a7b 9g9f 9c9d 2f2e 2b3c 1g1f 3a4b 3g3f 4b4c",
            "6h7h 6b7b 5g5f 7b8b 8h7g 7a7b 7h8h 4a5b 9i9h 3a4b 8h9i 4b4c 7i8h 9c9d",
        ],
    },
    Opening {
        trunk: "7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 5i4h 5a4b",
        lines: &[
            "4h3h 4b3b 3h2h 6a5b 3i3h 5c5d 7i7h 8d8e 8h7g 1c1d 1g1f 9c9d 6i5h 3a4b",
            "4h3h 4b3b 3h2h 6a5b 3i3h 5c5d 7i7h 8d8e 8h7g 2b3c 6i5h 3b2b 9g9f 1a1b 1g1f 2b1a 7h6g 3a2b",
        ],
    },
    Opening {
        trunk: "7g7f 3c3d 7f7e 8c8d 2h7h 8d8e 5i4h 7a6b",
        lines: &["4h3h 5a4b 3h2h 4b3b 3i3h 6a5b 1g1f 1c1d", "3i3h 5a4b 4h3i 4b3b 3i2h 1c1d 1g1f 6a5b"],
    },
    Opening {
        trunk: "7g7f 3c3d 2g2f 2b8h+ 7i8h 3a2b 3i3h 2b3c",
        lines: &[
            "8h7g 8c8d 6i7h 4a3b 4g4f 7a6b 3h4g 6c6d 4g5f 6b6c 5i6h 5a4b 3g3f 6c5d",
            "8h7g 8c8d 6i7h 4a3b 3g3f 7a7b 3h3g 6c6d 3g4f 7b6c 5i6h 5a4b",
        ],
    },
];
