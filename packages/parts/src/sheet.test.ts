import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { motion, motionCss } from './motion.js'

const folder = new URL('./styles/', import.meta.url)
const files = readdirSync(folder).map((name) => ({ name, css: readFileSync(new URL(name, folder), 'utf8') }))
const tokens = files.find(({ name }) => name === 'tokens.css')?.css ?? ''
const sheet = files.map(({ css }) => css).join('\n')

describe('motion', () => {
  test('[S9.32 S9.34] the specification’s durations', () => {
    expect(motion).toMatchObject({ headerTextMs: 120, heightMs: 150, viewMs: 150, shakeMs: 500 })
  })

  test('[S9.32 S9.34] the sheet moves by the same numbers', () => {
    expect(motionCss).toContain('--foyer-header-text-ms:120ms')
    expect(motionCss).toContain('--foyer-view-ms:150ms')
    expect(motionCss).toContain('--foyer-shake-ms:500ms')
    expect(sheet).toMatch(/animation: foyer-title-in var\(--foyer-header-text-ms\)/)
    expect(sheet).toMatch(/animation: foyer-title-out var\(--foyer-header-text-ms\)/)
    expect(sheet).toMatch(/animation: foyer-view-out var\(--foyer-view-ms\)/)
    expect(sheet).toMatch(/animation: foyer-shake var\(--foyer-shake-ms\)/)
  })

  test('[S9.32] the card turns by −1°, 1.5°, −1.5° and 1°', () => {
    const shake = sheet.slice(sheet.indexOf('@keyframes foyer-shake'))
    expect([...shake.matchAll(/(\d+)% \{\s+rotate: (\S+)deg/g)].slice(0, 4).map(([, at, by]) => [at, by])).toEqual([
      ['20', '-1'],
      ['40', '1.5'],
      ['60', '-1.5'],
      ['80', '1'],
    ])
  })
})

describe('tokens', () => {
  test('[S9.49] the scale begins at 10px, 4px, 999 and 360px', () => {
    expect(tokens).toContain('var(--w3m-font-size-master, 10px)')
    expect(tokens).toContain('var(--w3m-border-radius-master, 4px)')
    expect(sheet).toContain('var(--w3m-z-index, 999)')
    expect(tokens).toContain('var(--w3m-modal-width, 360px)')
  })

  test('every public variable is read', () => {
    for (const name of ['accent', 'color-mix', 'color-mix-strength', 'font-family', 'qr-color']) {
      expect(sheet).toMatch(new RegExp(`var\\(\\s*--w3m-${name},`))
    }
  })

  test.each([0, 1])('text and parts can be read in theme %i', (theme) => {
    const grounds = ['bg', 'bg-2', 'bg-3'].map((name) => colour({ name, theme }))
    for (const ground of grounds) {
      for (const name of ['text-1', 'text-2', 'text-3', 'ok', 'bad', 'warn']) {
        expect(contrast(colour({ name, theme }), ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    }
    expect(contrast(colour({ name: 'edge', theme }), colour({ name: 'bg', theme }))).toBeGreaterThanOrEqual(3)
    for (const name of ['ok', 'bad']) {
      const ground = grounds[1] ?? ''
      expect(
        contrast(colour({ name, theme }), blend({ top: colour({ name, theme }), ground, share: 0.13 })),
        name,
      ).toBeGreaterThan(4.5)
    }
  })
})

test('lengths follow the reading direction', () => {
  const physical =
    /^\s*(?:(?:margin|padding|border)-(?:left|right|top|bottom)|left|right|top|bottom|(?:min-|max-)?(?:width|height))\s*:/gm
  const found = files.flatMap(({ name, css }) => (css.match(physical) ?? []).map((line) => `${name}: ${line.trim()}`))
  expect(found).toEqual(['more.css: left:']) // the tooltip's, a place measured in the window
})

/** The light or the dark one of a token's two colours. */
function colour({ name, theme }: { name: string; theme: number }): string {
  const pair = sheet.match(
    new RegExp(`--foyer-${name}: color-mix\\(in srgb, var\\(--foyer-tint\\), light-dark\\((#\\w+), (#\\w+)\\)`),
  )
  return pair?.[theme + 1] ?? ''
}

function channels(hex: string): number[] {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1)
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
}

function blend({ top, ground, share }: { top: string; ground: string; share: number }): string {
  const under = channels(ground)
  const mixed = channels(top).map((value, index) => Math.round(value * share + (under[index] ?? 0) * (1 - share)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
