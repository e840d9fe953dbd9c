import { expect, test } from 'vitest'
import { formatFungible, parseFungible } from './asset.js'
import { familyTraits } from './families.js'
import { families } from './ids.js'

const repeated = (texts: readonly (string | undefined)[]) =>
  texts.filter((text, index) => text !== undefined && texts.indexOf(text) !== index)

test('no two families have a coin of one SLIP-44 number, or one word in a sign-in', () => {
  const others = families.map(familyTraits)
  expect(repeated(others.map(({ asset }) => asset?.coin))).toEqual([])
  expect(repeated(others.map(({ word }) => word))).toEqual([])
})

test.each(families.filter((family) => familyTraits(family).asset))('a coin of %s reads as it is written', (family) => {
  const coin = { networkId: `${family}:1`, token: null } as const
  expect(parseFungible(formatFungible(coin))).toEqual({ ...coin, family })
})
