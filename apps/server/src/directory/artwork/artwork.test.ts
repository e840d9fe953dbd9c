import { wcagContrast, wcagLuminance } from 'culori'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawArtwork, luminanceOf } from './artwork.js'
import { assetArtwork, connectors, initials, picturedNetworks } from './assets.js'
import { colourOf } from './colours.js'

const coloursOf = (svg: string) => [...svg.matchAll(/stop-color="(#[0-9a-f]{6})"/g)].map(([, hex = '']) => hex)
const textOf = (svg: string) => /<text[^>]*>(.*)<\/text>/.exec(svg)?.[1]
const white = '#ffffff'
/** The wire's ids that have a picture of their own. */
const assetIds = [...picturedNetworks.map(({ imageId }) => imageId), ...connectors.keys()]
const page = { light: white, dark: '#101010' }

describe('artwork', () => {
  test('is the same for the same words, and another for other ids', () => {
    const draw = (id: string) => drawArtwork({ shape: 'tile', id, text: 'A' })
    expect(draw('one')).toBe(draw('one'))
    const drawn = Array.from({ length: 200 }, (_, index) => draw(`wallet ${index}`))
    expect(new Set(drawn).size).toBe(200)
  })

  test('its letters can be read, and it stands out from a light page and from a dark one', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('tile', 'hexagon', 'coin'), (id, shape) => {
        const colours = coloursOf(drawArtwork({ shape, id, text: 'A' }))
        expect(colours).toHaveLength(2)
        for (const each of colours) {
          expect(wcagContrast(white, each)).toBeGreaterThanOrEqual(4.5)
          expect(wcagContrast(page.light, each)).toBeGreaterThanOrEqual(3)
          expect(wcagContrast(page.dark, each)).toBeGreaterThanOrEqual(3)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('a colour has the luminance that was asked for, whatever the hue', () => {
    for (let hue = 0; hue < 360; hue += 1) {
      for (const wanted of [luminanceOf.start, luminanceOf.end]) {
        const found = colourOf({ hue, chroma: 0.18, luminance: wanted })
        expect(Math.abs(wcagLuminance(found) - wanted)).toBeLessThan(0.003)
        expect(found).toMatch(/^#[0-9a-f]{6}$/)
      }
    }
  })

  test('[F14] no text becomes markup, a control character or a direction', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const svg = drawArtwork({ shape: 'coin', id: text, text })
        const shown = textOf(svg) ?? ''
        expect(shown).not.toMatch(/[<>"'\p{Cc}\p{Cf}\p{Cs}]/u)
        expect(shown.replace(/&#\d+;/g, '')).not.toContain('&')
        expect(svg).not.toMatch(/<(script|style|image|foreignObject|a)\b|href|url\((?!#)/i)
      }),
      { numRuns: 2_000 },
    )
    expect(textOf(drawArtwork({ shape: 'coin', id: 'x', text: '<a&b>' }))).toBe('&#60;a&#38;b&#62;')
  })

  test.each([
    ['MetaMask', 'MM'],
    ['OKX Wallet', 'OKX'],
    ['Rainbow', 'R'],
    ['Trust Wallet', 'T'],
    ['imToken', 'IT'],
    ['1inch Wallet', '1'],
    ['Crypto.com Onchain', 'C'],
    ['Magic Eden', 'ME'],
    ['Wallet', 'W'],
    ['Émeraude', 'É'],
    ['', '?'],
    ['🙂', '?'],
  ])('initials of %j are %j', (name, letters) => {
    expect(initials(name)).toBe(letters)
  })

  test('initials are never empty, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect([...initials(name)].length).toBeGreaterThan(0)
        expect(drawArtwork({ shape: 'tile', id: name, text: initials(name) })).toContain('</svg>')
      }),
    )
  })

  test('[S7.25] 32 ids of networks and 5 of connectors, that kits ask by, have a picture each; other ids have none', () => {
    expect(assetIds.filter((id) => assetArtwork(id)?.shape === 'hexagon')).toHaveLength(32)
    expect(assetIds.filter((id) => assetArtwork(id)?.shape === 'tile')).toHaveLength(6)
    expect(assetArtwork('7289c336-3981-4081-c5f4-efc26ac64a00')).toMatchObject({ shape: 'hexagon', text: 'B' })
    expect(assetArtwork('07ba87ed-43aa-4adf-4540-9e6a2b9cae00')).toMatchObject({ glyph: 'browser' })
    expect(assetArtwork('nobody')).toBeNull()
    expect(assetArtwork('constructor')).toBeNull()
  })
})
