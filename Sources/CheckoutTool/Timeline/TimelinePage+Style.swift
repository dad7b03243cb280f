extension TimelinePage {
    /// The page's style: system fonts, light and dark, a phone's width and a desk's. XML keeps it free of `<` and `&`.
    static let style: HTML = """
        :root { color-scheme: light dark; --ground: #f4f5f7; --card: #ffffff; --text: #1c2127; --quiet: #596069; \
        --line: #d9dde2; --link: #0a58b5; --alert: #b3261e; --on-alert: #ffffff }
        .idle { --fill: #eceff2; --ink: #40474f; --edge: #8b949e }
        .active { --fill: #deecfc; --ink: #0a3f7d; --edge: #3178c6 }
        .waiting { --fill: #fdf0cc; --ink: #5f4100; --edge: #c68a00 }
        .part { --fill: #d9f2ef; --ink: #0b4f49; --edge: #1a8f85 }
        .good { --fill: #d8f3df; --ink: #0d4d23; --edge: #2b9348 }
        .refused { --fill: #fde3e0; --ink: #84170f; --edge: #cf3b30 }
        .ended { --fill: #ece8f1; --ink: #443a52; --edge: #84749a }
        .unknown { --fill: #ffe6d3; --ink: #722f00; --edge: #d9691e }
        @media (prefers-color-scheme: dark) {
        :root { --ground: #14171b; --card: #1d2127; --text: #e6e9ed; --quiet: #a2abb5; --line: #363c44; \
        --link: #8ab8f5; --alert: #f2b8b5; --on-alert: #601410 }
        .idle { --fill: #2c323a; --ink: #ccd3da; --edge: #77818c }
        .active { --fill: #17324f; --ink: #bcdcff; --edge: #4f94dd }
        .waiting { --fill: #40320c; --ink: #fbe1a0; --edge: #c99a2c }
        .part { --fill: #123b38; --ink: #b0ebe4; --edge: #35a79c }
        .good { --fill: #153a22; --ink: #b4efc4; --edge: #3fae60 }
        .refused { --fill: #4a1d1a; --ink: #ffcfca; --edge: #e2655b }
        .ended { --fill: #332c3d; --ink: #ddd2ea; --edge: #9583ad }
        .unknown { --fill: #4a2a12; --ink: #ffd6b5; --edge: #e58440 }
        }
        * { box-sizing: border-box }
        body { margin: 0 auto; padding: 1.25rem clamp(0.75rem, 3vw, 2rem) 2rem; max-width: 76rem; \
        background: var(--ground); color: var(--text); font: 0.9375rem/1.5 system-ui, sans-serif; \
        overflow-wrap: anywhere; -webkit-text-size-adjust: 100% }
        h1, h2, h3, h4, p, ul, ol, dl, dd { margin: 0; padding: 0; font: inherit }
        ul, ol { list-style: none }
        h1 { font-size: 1.5rem; font-weight: 650; line-height: 1.25 }
        h2 { font-size: 1.0625rem; font-weight: 650; margin-bottom: 0.6rem }
        code { font: 0.9em ui-monospace, monospace }
        a { color: var(--link) }
        a:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
        header { margin-bottom: 1rem }
        header p, footer, dt, .place, .method, .from, .details, .nothing, .axis, h4 { color: var(--quiet) }
        footer { font-size: 0.8125rem; margin-top: 1rem }
        .card { background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; \
        padding: 1rem; margin-bottom: 0.9rem }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); \
        white-space: nowrap }
        .chip { display: inline-block; background: var(--fill); color: var(--ink); border: 1px solid var(--edge); \
        border-radius: 0.35rem; padding: 0 0.45rem; font-weight: 600 }
        .badge { display: inline-block; min-width: 1.25rem; height: 1.25rem; border-radius: 0.625rem; \
        background: var(--alert); color: var(--on-alert); font-size: 0.8125rem; font-weight: 700; \
        line-height: 1.25rem; text-align: center; text-decoration: none }
        .verdict { border-left: 0.4rem solid var(--edge) }
        .state { font-size: 1.0625rem; margin-bottom: 0.75rem }
        .state .chip { margin-right: 0.35rem }
        dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); gap: 0.6rem 2rem }
        dt { font-size: 0.8125rem }
        .alert { border-color: var(--alert) }
        .alert li + li { margin-top: 0.4rem }
        .scroll { overflow-x: auto; position: relative }
        table { border-collapse: collapse; width: 100%; table-layout: fixed }
        th:first-child { width: 3rem }
        th:nth-child(2) { width: 22% }
        th:last-child { width: 5.5rem }
        th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; \
        border-top: 1px solid var(--line) }
        thead th { border-top: 0; padding-top: 0; color: var(--quiet); font-size: 0.8125rem; font-weight: 400 }
        th:last-child, td:last-child { padding-right: 0 }
        tr:target { box-shadow: inset 0.25rem 0 0 var(--link) }
        td p { margin-top: 0.15rem }
        .lanes { min-width: calc(var(--places) * 1.25rem); --name: 9.5rem }
        .axis { position: relative; height: 1.4rem; margin-left: var(--name); font-size: 0.75rem }
        .lane { border-top: 1px solid var(--line); padding: 0.5rem 0 0.35rem }
        h3 { font-weight: 600; position: sticky; left: 0; width: max-content; max-width: 100%; margin-bottom: 0.2rem }
        .row { display: flex; margin-bottom: 0.35rem }
        h4 { flex: 0 0 var(--name); position: sticky; left: 0; font-size: 0.875rem; line-height: 1.75rem }
        .tracks { flex: 1; min-width: 0 }
        .tracks ol { position: relative; height: 1.75rem }
        .tracks .marks { height: 1.6rem; padding-top: 0.2rem }
        .axis span, .tracks li { position: absolute; left: calc(var(--from) / var(--places) * 100%); \
        width: calc((var(--end) - var(--from)) / var(--places) * 100%) }
        .axis span, .marks li { text-align: center }
        .tracks ol:not(.marks) a { display: block; height: 1.75rem; margin-right: 1px; padding: 0 0.3rem; \
        background: var(--fill); color: var(--ink); border-left: 3px solid var(--edge); border-radius: 0.25rem; \
        font-size: 0.8125rem; font-weight: 600; line-height: 1.75rem; text-decoration: none; overflow: hidden; \
        white-space: nowrap }
        .tracks .unknown { background-image: repeating-linear-gradient(135deg, transparent 0 6px, \
        color-mix(in srgb, var(--edge) 18%, transparent) 6px 12px) }
        .legend { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; margin-top: 0.6rem; font-size: 0.8125rem }
        .legend .chip { padding: 0 0.3rem; min-width: 1.5rem; text-align: center }
        .events { border-top: 1px solid var(--line) }
        .events > li { display: grid; grid-template-columns: minmax(0, 19rem) minmax(0, 1fr); gap: 0 1rem; \
        padding: 0.4rem 0; border-bottom: 1px solid var(--line) }
        .events > li:last-child { border-bottom: 0; padding-bottom: 0 }
        .events > li:target { box-shadow: inset 0.25rem 0 0 var(--link); padding-left: 0.6rem }
        .event { display: flex; flex-wrap: wrap; gap: 0 0.5rem; align-items: baseline }
        .event code { font-weight: 600 }
        .quiet code { font-weight: 400 }
        .number { min-width: 1.75rem; text-align: right; color: var(--quiet); font-variant-numeric: tabular-nums }
        .events ul > li + li { margin-top: 0.35rem }
        .details span + span::before { content: "· " }
        .details, .place, .method, .nothing { font-size: 0.875rem }
        @media (max-width: 40rem) {
        .card { padding: 0.8rem }
        .lanes { --name: 0rem }
        .row { display: block }
        th:first-child { width: 1.7rem }
        th:nth-child(2) { width: 3.6rem }
        th:last-child { width: 3.7rem }
        th, td { padding-right: 0.5rem; font-size: 0.875rem }
        h4 { width: max-content; line-height: 1.5rem }
        .events > li { display: block; padding: 0.5rem 0 }
        .events ul, .nothing { padding-left: 2.25rem }
        }
        @media print { body { background: none } .card { break-inside: avoid } .scroll { overflow: visible } }
        """
}
