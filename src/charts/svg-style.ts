/**
 * The style of the drawings in SVG. A page sets the colours as custom properties; without them, the colours suit a white
 * background.
 */
export const SVG_STYLE = `
.chart text{font:12px system-ui,sans-serif;fill:var(--chart-text,#57606a)}
.chart .grid{stroke:var(--chart-grid,#d8dee4);stroke-width:1}
.chart .zero{stroke:var(--chart-text,#57606a);stroke-width:1}
.chart .weekend{fill:var(--chart-weekend,#f3f5f8)}
.chart .gap{stroke:var(--chart-gap,#9a6700);stroke-width:1}
.chart .line{fill:none;stroke:var(--chart-now,#0b5fbf);stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.chart .area{fill:var(--chart-now,#0b5fbf);opacity:.08}
.chart .dot{fill:var(--chart-now,#0b5fbf)}
.chart .earlier{stroke:var(--chart-earlier,#6e7781);stroke-width:1.5;stroke-dasharray:3 3}
.chart .dot.earlier{fill:var(--chart-earlier,#6e7781);stroke:none}
.chart .average{stroke:var(--chart-now,#0b5fbf);stroke-width:1;stroke-dasharray:2 4}
.chart .mark{stroke:var(--chart-gap,#9a6700);stroke-width:2;fill:none}
.chart .mark.highest{stroke:none;fill:var(--chart-now,#0b5fbf)}
.chart .note{fill:var(--text,#1b2129);paint-order:stroke;stroke:var(--card,#fff);stroke-width:4px;stroke-linejoin:round}
.chart .part{stroke-dasharray:4 5}
.chart .dot.part{fill:var(--card,#fff);stroke:var(--chart-now,#0b5fbf);stroke-width:2;stroke-dasharray:none}
.chart .now{fill:var(--chart-now,#0b5fbf)}
.chart .now.below{fill:var(--chart-below,#b42318)}
.chart .before{fill:none;stroke:var(--chart-earlier,#6e7781);stroke-width:1;stroke-dasharray:2 2}
`;
