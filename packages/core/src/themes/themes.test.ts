import { describe, expect, test } from 'vitest'
import { midnight, newsprint, orchard, type Preset, standard } from './index.js'

const presets = { midnight, newsprint, orchard }
const modes = ['light', 'dark'] as const
type Mode = (typeof modes)[number]

/** A variable's colour in a mode. */
function colour({ preset, name, mode }: { preset: Preset; name: keyof Preset; mode: Mode }): number[] {
  const [, light = '', dark = ''] = /^light-dark\((#\w{6})\w*, (#\w{6})\w*\)$/.exec(String(preset[name])) ?? []
  return [1, 3, 5].map((at) => Number.parseInt((mode === 'light' ? light : dark).slice(at, at + 2), 16))
}

/** `color-mix(in srgb, top share, ground)` */
const mix = (top: number[], ground: number[], share: number) =>
  top.map((value, index) => value * share + (ground[index] ?? 0) * (1 - share))

/** WCAG 2.2, relative luminance. */
function luminance(channels: number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2, contrast ratio. */
function contrast(one: number[], other: number[]): number {
  const [low = 0, high = 0] = [one, other].map(luminance).sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

describe.each(Object.entries(presets))('%s', (_, preset) => {
  test.each(modes)('every text can be read on every ground (4.5 : 1), every outline seen (3 : 1), in %s', (mode) => {
    const of = (name: keyof Preset) => colour({ preset, name, mode })
    const weak: string[] = []
    const hold = (pair: string, ratio: number, least = 4.5) => {
      if (!(ratio >= least)) weak.push(`${pair}: ${ratio.toFixed(2)}`)
    }
    const grounds = ['--foyer-bg', '--foyer-bg-2', '--foyer-bg-3'] as const
    const texts = [
      '--foyer-text-1',
      '--foyer-text-2',
      '--foyer-text-3',
      '--foyer-ok',
      '--foyer-bad',
      '--foyer-warn',
    ] as const
    for (const ground of grounds) for (const text of texts) hold(`${text} on ${ground}`, contrast(of(text), of(ground)))
    // What the buttons and the tags write on besides.
    for (const text of ['--foyer-text-1', '--foyer-text-2'] as const)
      hold(`${text} on --foyer-bg-4`, contrast(of(text), of('--foyer-bg-4')))
    for (const text of ['--foyer-ok', '--foyer-bad'] as const)
      hold(`${text} on its own tint`, contrast(of(text), mix(of(text), of('--foyer-bg-2'), 0.13)))
    const accent = of('--w3m-accent')
    for (const ground of ['--foyer-bg', '--foyer-bg-2'] as const) {
      hold(`accent on ${ground}`, contrast(accent, of(ground)))
      hold(`accent on its own tint of ${ground}`, contrast(accent, mix(accent, of(ground), 0.12)))
    }
    // The sheets' ink on the accent is white below L* 49.7, and above it nearly black: so one of both can be read.
    hold('ink on the accent', Math.max(contrast(accent, [255, 255, 255]), contrast(accent, [13, 16, 48])))
    hold('--foyer-edge on --foyer-bg', contrast(of('--foyer-edge'), of('--foyer-bg')), 3)
    expect(weak).toEqual([])
  })
})

test('each theme names the same variables, so that one takes the place of another without a trace', () => {
  const names = Object.keys(standard)
  for (const preset of Object.values(presets)) expect(Object.keys(preset)).toEqual(names)
  expect(new Set(Object.values(standard))).toEqual(new Set([undefined]))
})
