import { describe, expect, test } from 'vitest'
import * as networks from './index.js'
import { networkMarks } from './marks.js'

const known = Object.values(networks).flatMap((each) =>
  typeof each === 'object' && 'caipNetworkId' in each ? [each] : [],
)
const svgOf = (url = '') => decodeURIComponent(url.replace('data:image/svg+xml,', ''))

test('every network of this package has a mark, and no two have the same', () => {
  expect(known.length).toBeGreaterThan(15)
  const marks = known.map(({ caipNetworkId }) => networkMarks[caipNetworkId])
  expect(marks).not.toContain(undefined)
  const all = Object.values(networkMarks)
  expect(new Set(all).size).toBe(all.length)
})

/** Markup that only draws: no script, style or event, and nothing from elsewhere. */
const drawing =
  /^<(?:\/?(?:svg|defs|g)|(?:circle|path|stop|\/?linearGradient))(?: [a-z\d-]+="(?:[^":]|http:\/\/www\.w3\.org\/2000\/svg)*")* ?\/?>$/i

describe.each(Object.entries(networkMarks))('the mark of %s', (_id, url) => {
  const svg = svgOf(url)

  test('only draws', () => {
    const tags = svg.split(/(?<=>)(?=<)/)
    expect(tags.filter((tag) => !drawing.test(tag))).toEqual([])
    expect(svg.match(/url\([^)]*\)/g) ?? []).toEqual(
      svg.includes('linearGradient') && svg.includes('url(') ? ['url(#a)'] : [],
    )
  })

  test('is round and fills its square, whatever shows it', () => {
    expect(svg).toMatch(
      /^<svg xmlns="[^"]+" fill="none" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="[^"]+"\/></,
    )
  })
})

test('a test network has the mark of its network on another ground', () => {
  const groundless = (id: keyof typeof networkMarks) => svgOf(networkMarks[id]).replace(/<circle[^>]*>/, '')
  expect(groundless('eip155:84532')).toBe(groundless('eip155:8453'))
  expect(groundless('eip155:11155111')).toBe(groundless('eip155:1'))
})
