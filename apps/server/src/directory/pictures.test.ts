import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawArtwork } from './artwork/artwork.js'
import { mostPictureBytes, pictureTypeOf, readPicture } from './pictures.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`

describe('a picture', () => {
  test.each([
    ['image/png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0)],
    ['image/webp', bytes('RIFF1234WEBPVP8 ')],
    ['image/jpeg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
    ['image/svg+xml', bytes(svg('<path d="M0 0"/>'))],
    ['image/svg+xml', bytes(`<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn -->\n${svg('<use href="#a"/>')}`)],
    ['image/svg+xml', bytes(svg('<image href="data:image/png;base64,AAAA"/><rect fill="url(#g)"/>'))],
    ['image/svg+xml', bytes(svg(`<rect fill="url('#g')"/><rect style="fill:url( #g )"/><text>&#169; A</text>`))],
    ['image/svg+xml', bytes(drawArtwork({ shape: 'tile', id: 'x', text: 'X' }))],
    [null, bytes('<html><svg></svg></html>')],
    [null, bytes('GIF89a')],
    [null, new Uint8Array()],
  ])('is %s by its bytes', (type, content) => {
    expect(pictureTypeOf(content)).toBe(type)
  })

  test.each([
    '<script>alert(1)</script>',
    '<svg:script/>',
    '< script>',
    '<rect onload="alert(1)"/>',
    '<rect/onload=alert(1)>',
    '<foreignObject></foreignObject>',
    '<a href="#x"></a>',
    '<use href="https://elsewhere.example/x.svg#a"/>',
    "<use xlink:href='//elsewhere.example/x.svg#a'/>",
    '<image href="data:image/svg+xml;base64,AAAA"/>',
    '<image href="javascript:alert(1)"/>',
    '<style>@import "https://elsewhere.example"</style>',
    '<rect fill="url(https://elsewhere.example/x)"/>',
    '<animate attributeName="href"/>',
    '<!ENTITY x "y">',
    // A prefix may hold dots and letters of any script; what doesn't stand in a tag's name may be written in other ways.
    '<a.b:script xmlns:a.b="http://www.w3.org/2000/svg">alert(1)</a.b:script>',
    '<é:script xmlns:é="http://www.w3.org/2000/svg">alert(1)</é:script>',
    '<h:form xmlns:h="http://www.w3.org/1999/xhtml"/>',
    '<h:form xmlns:h="http://www.w3.org/1999/&#x78;html"/>',
    '<h:form action="&#106;avascript:alert(1)"/>',
    '<rect fill="&#117;rl(https://elsewhere.example/x)"/>',
    '<style>rect { fill: u\\72 l(https://elsewhere.example/x) }</style>',
    '<style>rect { fill: \\url(https://elsewhere.example/x) }</style>',
    '<style>rect { background: image-set("https://elsewhere.example/x" 1x) }</style>',
  ])('is none that does more than draw: %s', (inside) => {
    expect(pictureTypeOf(bytes(svg(inside)))).toBeNull()
  })

  test('is none in another encoding', () => {
    expect(pictureTypeOf(bytes(`<?xml version="1.0" encoding="ISO-2022-JP"?>${svg('')}`))).toBeNull()
    expect(pictureTypeOf(Buffer.from(svg(''), 'utf16le'))).toBeNull()
    expect(pictureTypeOf(Uint8Array.of(...bytes(svg('')), 0xff))).toBeNull()
  })

  // Looked at letter by letter from each letter, these would take hours: longer than the whole run may last.
  test.each(['a', 'a-', ' ', '<', '<a', 'href=', 'on', 'url(', '&#', '\\', '<!--', '"on '])(
    'is looked at in no time, however it is written: %s',
    (part) => {
      const inside = part.repeat(Math.ceil((4 * 1024 * 1024) / part.length))
      expect(pictureTypeOf(bytes(svg(inside)))).not.toBe('image/png')
    },
  )

  test('is 256 kB at most, and its digest changes with it', () => {
    const padded = (length: number) => readPicture(bytes(svg(' '.repeat(length))))
    expect(padded(mostPictureBytes)).toBeNull()
    expect(padded(10)?.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(padded(10)?.digest).not.toBe(padded(11)?.digest)
  })

  test('any bytes are one or none, without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (content) => {
        const read = readPicture(content)
        expect(read === null || read.bytes === content).toBe(true)
      }),
    )
  })
})
