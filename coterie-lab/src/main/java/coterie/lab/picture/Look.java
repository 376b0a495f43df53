package coterie.lab.picture;

/** The style sheet of space-time diagrams. */
final class Look {
  static final String STYLE =
      """
      .title{font-size:16px;font-weight:bold;fill:#1b2733}
      .muted{font-size:12px;fill:#6b7885}
      .key{font-size:10.5px;fill:#3b4856}
      .chip{fill:#2c3a48}
      .name{font-size:11px;font-weight:bold;fill:#ffffff;text-anchor:middle}
      .small{font-size:10px}
      .time{font-size:10.5px;fill:#3b4856;text-anchor:end}
      .tick{stroke:#aab4be;stroke-width:1}
      .stripe{fill:#f5f7fa}
      .lane{stroke:#8794a1;stroke-width:1.6}
      .down{stroke:#c3cad1;stroke-width:1.4;stroke-dasharray:3 4}
      .still{stroke:#d9860f;stroke-width:1.6;stroke-dasharray:1 3}
      .sent,.found,.missed,.lost{fill:none;stroke-width:1.5}
      .sent{stroke:#5a6b7c}
      .found{stroke:#23843c}
      .missed{stroke:#d02f27}
      .lost{stroke:#b56a1d;stroke-dasharray:4 3}
      .lostrest{fill:none;stroke:#cf9a5f;stroke-width:1;stroke-dasharray:2 3}
      .x{fill:none;stroke:#d02f27;stroke-width:2}
      .lostx{fill:none;stroke:#b56a1d;stroke-width:1.8}
      .sentend{fill:#5a6b7c}
      .foundend{fill:#23843c}
      .message{font-size:9px;fill:#5a6b7c;text-anchor:middle;paint-order:stroke;stroke:#ffffff;\
      stroke-width:3px}
      .crash{fill:none;stroke:#a3140d;stroke-width:3}
      .crashtext{font-size:9.5px;font-weight:bold;fill:#a3140d}
      .recover{fill:#ffffff;stroke:#23843c;stroke-width:2.4}
      .recovertext{font-size:9.5px;font-weight:bold;fill:#23843c}
      .pause{fill:#d9860f}
      .pausetext{font-size:9.5px;font-weight:bold;fill:#a8650a}
      .dot{fill:#7048a8}
      .dottext,.accusedtext,.clearedtext{font-size:9px;paint-order:stroke;stroke:#ffffff;\
      stroke-width:4px}
      .dottext{fill:#7048a8}
      .accused{fill:#d02f27}
      .accusedtext{fill:#a3140d}
      .cleared{fill:#23843c}
      .clearedtext{fill:#1c6b31}
      .cell{stroke:#ffffff;stroke-width:1}
      .correct{fill:#8ed79f;color:#8ed79f}
      .faulty{fill:#ee7d75;color:#ee7d75}
      .learned{fill:#a9cff6;color:#a9cff6}
      .told{fill:#3676c4;color:#3676c4}
      .unknown{fill:#e3e7ec;color:#e3e7ec}
      .given{fill:#f1e3b3;color:#f1e3b3}
      .own{fill:#ffffff}
      .ownline{fill:none;stroke:#1b2733;stroke-width:1}
      .frame{fill:#ffffff;stroke:#ffffff;stroke-width:2}
      .new{fill:none;stroke:#1b2733;stroke-width:1.8}
      .bar{fill:#1b2733;color:#1b2733}
      .stripe9{fill:none;stroke:currentColor;stroke-width:9}
      .stripe2{fill:none;stroke:currentColor;stroke-width:2}
      .count{fill:#1b2733;text-anchor:middle}
      .dim{fill:#8a95a1}
      .white{fill:#ffffff}
      .bold{font-weight:bold}
      .verdictline{stroke:#7048a8;stroke-width:1;stroke-dasharray:6 3}
      .verdict{font-size:10.5px;font-weight:bold;fill:#5b3591}
      .detail{font-size:10px;fill:#5b3591}
      .faultline{stroke:#d9860f;stroke-width:1;stroke-dasharray:2 3}
      .fault{font-size:10.5px;font-weight:bold;fill:#a8650a}
      .break{fill:#eef1f5}
      .breaktext{font-size:10.5px;font-style:italic;fill:#6b7885;text-anchor:middle}
      .moretext{font-size:9px;font-style:italic;fill:#6b7885}
      .kind{font-size:10.5px;fill:#5a6b7c}
      """;

  /** What comes on top of it where somebody leads. */
  static final String REIGNS =
      """
      .reign{fill:#f2c14e;fill-opacity:0.75}
      .reigntext{font-size:9px;font-weight:bold;fill:#8a6100;text-anchor:end;paint-order:stroke;\
      stroke:#ffffff;stroke-width:2.5px}
      """;

  /** And where somebody asks for a lock. */
  static final String SECTIONS =
      """
      .waits{fill:#7fb2e5}
      .inside{fill:#2f9e63}
      .together{fill:#e0312b}
      """;

  /** And where processes elect one. */
  static final String PHASES =
      """
      .rest{stroke:#8794a1;stroke-width:1.6}
      .phase0{fill:#8ac6a0}
      .phase1{fill:#7fb2e5}
      .phase2{fill:#b79be0}
      .throne{fill:#fdf0c8;stroke:#d9a400;stroke-width:0.8}
      .phasetext{font-size:8.5px;font-weight:bold;fill:#3d5a80;text-anchor:end;paint-order:stroke;\
      stroke:#ffffff;stroke-width:2.5px}
      .resttext{font-size:8.5px;fill:#6b7885;text-anchor:end;paint-order:stroke;stroke:#ffffff;\
      stroke-width:2.5px}
      """;

  /** And where events have stamps. */
  static final String STAMPS =
      """
      .stampdot{fill:#1b2733}
      .stamp{font-size:10px;paint-order:stroke;stroke:#ffffff;stroke-width:2.5px}
      .event{font-weight:bold;fill:#1b2733}
      .physical{fill:#a8650a}
      .lamport{fill:#1f5fae}
      .vector{fill:#7048a8}
      .hybrid{fill:#1c6b31}
      .other{fill:#3b4856}
      """;

  /** And where events conflict. */
  static final String CONFLICT =
      """
      .conflict{fill:none;stroke:#e0312b;stroke-width:2.6}
      .conflicttext{font-size:10.5px;font-weight:bold;fill:#c01f19;text-anchor:end;\
      paint-order:stroke;stroke:#ffffff;stroke-width:3px}
      """;

  /** And where the script says something. */
  static final String SENTENCES =
      """
      .said{fill:#fff8dc;stroke:#e8d9a0;stroke-width:1}
      .saidtext{font-size:11px;fill:#4a3c00}
      """;

  private Look() {}
}
