import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawArtwork } from '../directory/artwork/artwork.js'
import { isStillDrawing } from './isStillDrawing.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const svg = (inside: string, own = '') => `<svg ${spaces} ${own}>${inside}</svg>`
const isStill = (text: string) => isStillDrawing(bytes(text))

describe('a picture that only draws', () => {
  test.each([
    '<path d="M0 0"/>',
    '<use href="#a"/>',
    '<image href="data:image/png;base64,AAAA"/><rect fill="url(#g)"/>',
    `<rect fill="url('#g')"/><rect style="fill:url( #g )"/><text>&#169; A</text>`,
    '<use xlink:href="#a"/><g id="a" aria-label="a mark (new)" data-name="Layer 1" xml:space="preserve"/>',
    '<title>A (mark): see https://elsewhere.example/?a@b</title><desc>onload=</desc>',
    '<style type="text/css">@media (prefers-color-scheme: dark) { .a, g > .b:not(.c) { fill: url(#g) } }</style><path class="a"/>',
    '<style><![CDATA[.base { fill: white; font-family: serif; transform: rotate(45deg) }]]></style>',
    '<defs><linearGradient id="g" gradientTransform="rotate(20)"><stop stop-color="rgb(1,2,3)"/></linearGradient></defs>',
    '<filter id="f"><feGaussianBlur stdDeviation="2"/><feMerge><feMergeNode in="a"/></feMerge></filter><g filter="url(#f)"/>',
    '<clipPath id="c"><rect/></clipPath><mask id="m"><g clip-path="url(#c)"/></mask><g mask="url(#m)"/>',
    '<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:li r:about=""/></r:RDF></metadata>',
    '<g xmlns:i="http://www.inkscape.org/namespaces/inkscape" i:label="url(https://a.example)" i:groupmode="layer"/>',
  ])('is taken: %s', (inside) => {
    expect(isStill(svg(inside))).toBe(true)
  })

  test('is taken with what may stand before it', () => {
    const before = [
      '<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn -->\n',
      "<?xml version='1.0' encoding='utf-8' standalone='no'?>",
    ]
    const declared =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    for (const each of [...before, declared, `${before[0]}${declared}`, '\ufeff', '<!-- a --> '])
      expect(isStill(each + svg(''))).toBe(true)
    expect(isStill(drawArtwork({ shape: 'tile', id: 'x', text: 'X' }))).toBe(true)
    expect(isStill(`<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:path/></s:svg>`)).toBe(true)
  })

  test('is each of the marks that ship', () => {
    const folder = fileURLToPath(new URL('../../directory/pictures', import.meta.url))
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.svg'))
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((file) => !isStillDrawing(readFileSync(join(folder, file))))).toEqual([])
  })
})

describe('a picture that does more than draw is none', () => {
  test.each([
    // Scripts, and what runs one.
    '<script>alert(1)</script>',
    '<svg:script xmlns:svg="http://www.w3.org/2000/svg"/>',
    '< script>',
    '<rect onload="alert(1)"/>',
    '<rect/onload=alert(1)>',
    '<rect ONLOAD="alert(1)"/>',
    '<rect &#111;nload="alert(1)"/>',
    '<set attributeName="href" to="javascript:alert(1)"/>',
    '<animate attributeName="href"/>',
    '<animateTransform attributeName="transform"/>',
    '<animateMotion/>',
    '<handler/>',
    '<listener xmlns="http://www.w3.org/2001/xml-events"/>',
    '<style>@keyframes a { to { fill: red } } rect { animation: a 1s }</style>',
    '<discard/>',
    // Other documents in it.
    '<foreignObject></foreignObject>',
    '<switch><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject></switch>',
    '<iframe/>',
    '<embed/>',
    '<object/>',
    '<video/>',
    '<audio/>',
    '<canvas/>',
    '<a href="#x"></a>',
    '<view id="v"/>',
    '<h:form xmlns:h="http://www.w3.org/1999/xhtml"/>',
    '<h:form xmlns:h="http://www.w3.org/1999/&#x78;html"/>',
    '<metadata><h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script></metadata>',
    '<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"/>',
    '<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform"/>',
    '<unknown xmlns="http://elsewhere.example/"/>',
    '<g xmlns="http://www.inkscape.org/namespaces/inkscape"><script xmlns="http://www.w3.org/2000/svg"/></g>',
    '<a.b:script xmlns:a.b="http://www.w3.org/2000/svg">alert(1)</a.b:script>',
    '<é:script xmlns:é="http://www.w3.org/2000/svg">alert(1)</é:script>',
    // Links out of it.
    '<use href="https://elsewhere.example/x.svg#a"/>',
    "<use xlink:href='//elsewhere.example/x.svg#a'/>",
    '<use href="data:image/png;base64,AAAA"/>',
    '<use href="&#10;javascript:alert(1)"/>',
    '<image href="data:image/svg+xml;base64,AAAA"/>',
    '<image href="data:image/png;base64,AAAA,javascript:"/>',
    '<image href="https://elsewhere.example/x.png"/>',
    '<image src="https://elsewhere.example/x.png"/>',
    '<image href="javascript:alert(1)"/>',
    '<feImage href="https://elsewhere.example/x.png"/>',
    '<l:g xmlns:l="http://www.w3.org/2000/svg" xmlns:k="http://www.w3.org/1999/xlink"><l:use k:href="x.svg#a"/></l:g>',
    '<g xml:base="https://elsewhere.example/"/>',
    '<textPath path="M0 0" href="x.svg#a"/>',
    // Styles.
    '<style>@import "https://elsewhere.example"</style>',
    '<style>@IMPORT "https://elsewhere.example"</style>',
    '<style>@font-face { src: url(https://elsewhere.example/f) }</style>',
    '<style>@namespace a "b"</style>',
    '<rect fill="url(https://elsewhere.example/x)"/>',
    '<rect fill="URL (https://elsewhere.example/x)"/>',
    '<rect fill="url(&#10;&quot;https://elsewhere.example/x&quot;)"/>',
    '<rect fill="&#117;rl(https://elsewhere.example/x)"/>',
    '<rect fill="url(#a"/>',
    '<rect style="fill:url(#a, https://elsewhere.example)"/>',
    '<rect style="--x: url(//elsewhere.example); fill: var(--x)"/>',
    '<style>rect { fill: u\\72 l(https://elsewhere.example/x) }</style>',
    '<style>rect { fill: \\url(https://elsewhere.example/x) }</style>',
    '<style>rect { fill: ur<![CDATA[l(https://elsewhere.example/x)]]> }</style>',
    '<style>rect { fill: ur<!-- -->l(https://elsewhere.example/x) }</style>',
    '<style>rect { background: image-set("https://elsewhere.example/x" 1x) }</style>',
    '<style>rect { background: -webkit-image-set("https://elsewhere.example/x" 1x) }</style>',
    '<style>rect { background: src("https://elsewhere.example/x") }</style>',
    '<style>rect { width: expression(alert(1)) }</style>',
    '<style>rect { fill: paint(x) }</style>',
    '<style><g/></style>',
    '<h:style xmlns:h="http://www.w3.org/1999/xhtml">@import "https://elsewhere.example"</h:style>',
    // XML's own.
    '<!ENTITY x "y">',
    '&unknown;',
    '<?xml-stylesheet href="https://elsewhere.example/x.css"?>',
    '<?php echo 1 ?>',
    '<g id="a" id="b"/>',
    '<unbound:g/>',
    '<g>',
    '</g>',
    '<path d=M0/>',
    '\u0000',
    ']]>',
  ])('%s', (inside) => {
    expect(isStill(svg(inside))).toBe(false)
  })

  test.each([
    ['entities', `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${svg('&b;')}`],
    ['an entity of elsewhere', `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('&a;')}`],
    ['default attributes', `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${svg('')}`],
    ['entities of a list', `<!DOCTYPE svg SYSTEM "x.dtd" [%a;]>${svg('')}`],
    ['a sheet of elsewhere', `<?xml-stylesheet href="https://elsewhere.example/x.css"?>${svg('')}`],
    ['a page', '<html><svg></svg></html>'],
    ['a page in another root', `<g ${spaces}/>`],
    ['no namespace', '<svg><path/></svg>'],
    ['another document behind it', `${svg('')}<script/>`],
    ['text behind it', `${svg('')}alert(1)`],
    ['an event of its own', svg('', 'onload="alert(1)"')],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(isStill(text)).toBe(false)
  })

  test('in another encoding', () => {
    for (const encoding of ['ISO-2022-JP', 'utf-7', 'UTF-16', 'iso-8859-1'])
      expect(isStill(`<?xml version="1.0" encoding="${encoding}"?>${svg('')}`)).toBe(false)
    expect(isStillDrawing(Buffer.from(svg(''), 'utf16le'))).toBe(false)
    expect(isStillDrawing(Uint8Array.of(...bytes(svg('')), 0xff))).toBe(false)
  })
})

describe('a picture that a browser couldn’t draw is none', () => {
  const tenTimes = (one: (level: number) => string) => Array.from({ length: 10 }, (_, level) => one(level)).join('')
  const ten = (inside: string) => inside.repeat(10)

  test.each([
    ['uses of uses', tenTimes((level) => `<g id="a${level}">${ten(`<use href="#a${level - 1}"/>`)}</g>`)],
    [
      'patterns of patterns',
      tenTimes((level) => `<pattern id="a${level}">${ten(`<rect fill="url(#a${level - 1})"/>`)}</pattern>`),
    ],
    [
      'masks of masks, by style',
      tenTimes((level) => `<mask id="a${level}">${ten(`<g style="mask:url('#a${level - 1}')"/>`)}</mask>`),
    ],
    [
      'patterns of patterns, by a sheet',
      tenTimes(
        (level) =>
          `<style>.b${level} { fill: url(#a${level - 1}) }</style><pattern id="a${level}">${ten(`<rect class="x b${level}"/>`)}</pattern>`,
      ),
    ],
    [
      'the same by a rule within a rule',
      tenTimes(
        (level) =>
          `<style>svg { .b${level} { fill: url(#a${level - 1}); .c { fill: red } } }</style><pattern id="a${level}">${ten(`<rect class="b${level}"/>`)}</pattern>`,
      ),
    ],
    ['itself', '<g id="a"><use href="#a"/></g>'],
    ['itself by a sheet', '<style>rect { fill: url(#a) }</style><pattern id="a"><rect/></pattern>'],
    [
      'a marker at each of many corners',
      `<marker id="m">${'<path/>'.repeat(1_000)}</marker><path marker-mid="url(#m)" d="${'M0 0'.repeat(100)}"/>`,
    ],
    [
      'a long way of references',
      Array.from({ length: 10_000 }, (_, at) => `<g id="a${at}"><use href="#a${at - 1}"/></g>`).join(''),
    ],
    ['groups in groups', `${'<g>'.repeat(10_000)}${'</g>'.repeat(10_000)}`],
    ['too many', '<g/>'.repeat(60_000)],
  ])('%s', (_, inside) => {
    expect(isStill(svg(inside))).toBe(false)
  })
})

// Looked at letter by letter from each letter, these would take hours.
/** Many times what half a megabyte takes; what grows with its square takes minutes. */
const mostWorkMs = 3_000

/** The time of this process's own, in milliseconds: a busy machine takes none of it. */
function workOf(read: () => unknown): number {
  const from = process.cpuUsage()
  read()
  return process.cpuUsage(from).user / 1_000
}

test('any text of half a megabyte is read in no time, however it is written', () => {
  const most = 512 * 1024
  const parts = [
    'a',
    'a-',
    ' ',
    '<',
    '<a',
    '<g ',
    '<g a="',
    'href=',
    'on',
    'url(',
    'url( ',
    'url(#',
    '&#',
    '&#32;',
    '\\',
    '<!--',
    '"on ',
  ]
  const more = [
    '(',
    'a(',
    '{',
    '}',
    '@',
    '.a{fill:url(#b)}',
    '.a,',
    '<g/>',
    '<g class="a"/>',
    ']]',
    '<![CDATA[',
    '<?a',
    '<!DOCTYPE ',
    'a:',
    'xmlns:a="b" ',
  ]
  for (const part of [...parts, ...more]) {
    const inside = part.repeat(Math.ceil(most / part.length))
    for (const text of [
      svg(inside),
      svg(`<style>${inside}</style>`),
      svg(`<rect style="${inside}"/>`),
      svg(`<image href="data:image/png;base64,${inside}"/>`),
      inside,
      svg('', inside),
    ]) {
      expect(
        workOf(() => isStill(text)),
        `${text.slice(0, 160)}`,
      ).toBeLessThan(mostWorkMs)
    }
  }
})

test('a sheet whose every selector has every reference of its rule is counted before it is read: none, in no time', () => {
  const sheet = `${'.a,'.repeat(60_000)}.b{${'fill:url(#a);'.repeat(15_000)}}`
  const work = workOf(() => expect(isStill(svg(`<style>${sheet}</style>`))).toBe(false))
  expect(work).toBeLessThan(mostWorkMs)
})

test('any text is one or none, without an exception', () => {
  const pieces = [
    '<g>',
    '</g>',
    '<style>',
    '</style>',
    '<path d="M0"/>',
    'url(#a)',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&',
    'é',
    '<?xpacket ',
    '?>',
    '<use href="#a"/>',
    ' id="a"',
    '{',
    '}',
    '"',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (some) => {
      expect([true, false]).toContain(isStill(svg(some.join(''))))
    }),
    { numRuns: 500 },
  )
})
