#include "picture/style.hpp"

namespace attest::cli::picture {

std::string_view heatmap_style() {
  return R"(.heatmap{color-scheme:light dark;--ground:#fff;--ink:#1d2026;--quiet:#5d636e;--hatch:#dcdfe4;--edge:#c3c7ce;
font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;background:var(--ground)}
.heatmap text{fill:var(--ink);white-space:pre}
.heatmap .title{font:600 15px system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif}
.heatmap .axis{fill:var(--quiet);font:italic 12px system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif}
.heatmap .hatch{stroke:var(--hatch);stroke-width:1.2}
.heatmap .frame{fill:none;stroke:var(--edge)}
.heatmap .tick{stroke:var(--ink)}
.heatmap .cells rect:hover{stroke:var(--ink);stroke-width:2}
@media screen and (prefers-color-scheme:dark){
.heatmap{--ground:#15171b;--ink:#e8e8e5;--quiet:#a0a6b1;--hatch:#3a3f49;--edge:#4a505b}}
)";
}

std::string_view page_style() {
  return R"(:root{color-scheme:light dark;--ground:#fff;--ink:#1d2026;--quiet:#5d636e;--line:#dfe1e6;--soft:#f5f6f8;
--link:#22577a;--good:#12693f;--good-soft:#e5f4ec;--bad:#a8201a;--bad-soft:#fbe9e7;
--serif:Charter,"Bitstream Charter","Iowan Old Style","Source Serif 4",Georgia,"DejaVu Serif",serif;
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media screen and (prefers-color-scheme:dark){
:root{--ground:#15171b;--ink:#e8e8e5;--quiet:#a0a6b1;--line:#30353e;--soft:#1d2026;
--link:#8fc1e3;--good:#6fd3a0;--good-soft:#16302a;--bad:#ff9b91;--bad-soft:#3a1f1f}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:17px/1.6 var(--serif)}
main{max-width:58rem;margin:0 auto;padding:3rem 1.25rem 4rem}
main>section{margin-top:3rem}
p,ul.plain{max-width:42rem;margin:.7em 0}
h1,h2,h3,nav,th,figcaption,.kicker,.verdicts,.facts,.banner,footer{font-family:var(--sans)}
h1{font-size:2.1rem;line-height:1.2;letter-spacing:-.015em;margin:.1em 0 .35em;overflow-wrap:anywhere}
h2{font-size:1.35rem;line-height:1.3;margin:0 0 .6em;padding-top:.9rem;border-top:1px solid var(--line)}
h3{font-size:1rem;margin:2em 0 .4em}
.kicker{margin:0;color:var(--quiet);font-size:.8rem;letter-spacing:.09em;text-transform:uppercase}
.lead{font-size:1.15rem;color:var(--quiet)}
.quiet{color:var(--quiet)}
a{color:var(--link);text-underline-offset:.15em}
code,pre,td,.shape{font-family:var(--mono)}
code{font-size:.86em;overflow-wrap:anywhere}
pre{background:var(--soft);border-radius:.4rem;padding:.9em 1.1em;overflow-x:auto;font-size:.82rem;line-height:1.5}
nav{font-size:.95rem;margin:1.6rem 0 0}
nav ol{margin:0;padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem}
.box{overflow-x:auto;max-width:100%;margin:.5em 0 1em}
table{border-collapse:collapse;font-size:.82rem;line-height:1.45;font-variant-numeric:tabular-nums}
th{font-weight:600;text-align:left;color:var(--quiet);font-size:.8rem}
th,td{padding:.28em .8em .28em 0;vertical-align:top}
thead th{border-bottom:1px solid var(--line)}
tbody tr+tr>*{border-top:1px solid var(--line)}
.number{text-align:right;white-space:nowrap}
table.matrix td,table.matrix th{text-align:right;white-space:nowrap;border:0;padding:.12em .45em}
table.matrix th{font:inherit;font-weight:400;color:var(--quiet)}
table.matrix{font-size:.78rem}
table.matrix{border-left:1.5px solid var(--ink);border-right:1.5px solid var(--ink);border-radius:.35rem}
table.matrix td.masked{color:var(--quiet)}
.matrices{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,25rem),1fr));gap:1rem 2.5rem}
.matrices>div{min-width:0}
.matrix-name{font-family:var(--serif);font-size:1.15rem;margin:0}
.matrix-name i{padding-right:.1em}
sub{font-size:.7em;line-height:0}
.shape{color:var(--quiet);font-size:.82rem;padding-left:.5em}
.matrix-note{margin:0 0 .3em;font-size:.92rem;color:var(--quiet)}
.facts{display:grid;grid-template-columns:minmax(6.5rem,max-content) minmax(0,1fr);gap:.3rem 1.4rem;font-size:.92rem;
margin:1.4rem 0}
.facts dt{color:var(--quiet)}
.facts dd{margin:0;overflow-wrap:anywhere}
.banner{display:flex;gap:.7rem;align-items:baseline;border-radius:.45rem;padding:.75rem 1rem;margin:1.5rem 0;
font-weight:600}
.verdicts{list-style:none;margin:1rem 0;padding:0;font-size:.95rem;line-height:1.5}
.verdicts li{display:grid;grid-template-columns:5.6rem minmax(0,1fr);gap:0 1rem;padding:.7rem 0;
border-top:1px solid var(--line)}
.verdicts li:last-child{border-bottom:1px solid var(--line)}
.verdicts p{margin:0;max-width:none}
.verdicts .figure{font-family:var(--mono);font-size:.82rem;overflow-wrap:anywhere}
.verdicts .keys{color:var(--quiet);font-size:.9rem}
.badge{display:inline-block;align-self:start;border-radius:1em;padding:.05em .75em;font-size:.82rem;font-weight:600;
white-space:nowrap;text-align:center;background:var(--soft);color:var(--quiet)}
.holds{background:var(--good-soft);color:var(--good)}
.fails{background:var(--bad-soft);color:var(--bad)}
.silent{background:var(--soft);color:var(--quiet)}
figure{margin:1.5rem 0}
figure svg{display:block;height:auto;max-width:100%;min-width:min(var(--natural,30rem),33rem)}
figcaption{font-size:.9rem;color:var(--quiet);max-width:42rem;margin-top:.4rem}
footer{margin-top:4rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--quiet);font-size:.85rem}
@media(max-width:40rem){
body{font-size:16px}
main{padding-top:1.6rem}
h1{font-size:1.65rem}
table.matrix{font-size:.7rem}
table.matrix td,table.matrix th{padding:.12em .3em}
.verdicts li{grid-template-columns:minmax(0,1fr);gap:.3rem}
.verdicts .badge{justify-self:start}
.facts{grid-template-columns:minmax(0,1fr);gap:0}
.facts dd{margin-bottom:.5rem}}
@media print{
body{font-size:10.5pt}
main{max-width:none;padding:0}
nav{display:none}
figure,table,.verdicts li,.matrices>div{break-inside:avoid}
h2,h3{break-after:avoid}
figure svg{min-width:0;max-height:22cm}
.badge,.banner{border:1px solid;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.heatmap{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.box{overflow:visible}}
)";
}

}  // namespace attest::cli::picture
