import { describe, expect, test } from 'vitest'
import { shownNft } from '../account/shownNft.js'
import type { Nft } from '../state/viewParams.js'
import type { OpenApproval } from '../wire/account.js'
import { shownApproval } from './approvals.js'

const contract = '0x8464135c8F25Da09e49BC8782676a84730C318bC'
const nft: Nft = { contract, tokenId: '7', standard: 'erc721', amount: '1', isSpam: false, networkId: 'eip155:1' }

describe('an NFT is shown', () => {
  test.each([
    ['by its name', { name: 'Cat', collection: 'Pictures' }, 'Cat'],
    ['[F14] without what turns its line around or isn’t seen', { name: 'Ca\u202et\u200b' }, 'Cat'],
    ['by its collection and id where it has no name', { name: '\u200b', collection: 'Pictures' }, 'Pictures #7'],
    ['by its id where it has neither', {}, '#7'],
    ['with a long id shortened', { tokenId: `${2n ** 256n - 1n}` }, '#1157…639935'],
  ])('%s', (_, more, name) => expect(shownNft({ ...nft, ...more }).name).toBe(name))

  test.each([
    ['image/svg+xml', 'image'],
    [undefined, 'image'],
    [null, undefined],
    ['video/mp4', 'film'],
    ['text/html', undefined],
    ['application/video/mp4', undefined],
  ])('[F14] with a medium of the type %s as %s', (content_type, kind) => {
    const { image, film } = shownNft({ ...nft, image: { url: 'https://server.example/7', content_type } })
    const url = 'https://server.example/7'
    expect({ image, film }).toEqual({ image: undefined, film: undefined, ...(kind && { [kind]: url }) })
  })
})

describe('an approval is shown', () => {
  const spending = { contract, spender: `0x${'d1'.repeat(20)}`, name: 'Digital\u202e Dollar', isSpam: false }
  const token = { ...spending, kind: 'token', symbol: 'DUSD', decimals: 6, iconUrl: '' } as const
  const shown = (approval: OpenApproval) => shownApproval('en', { approval, networkId: 'eip155:1', account: contract })

  test.each([
    ['12500000', '12.500 DUSD'],
    ['1', '0.000001 DUSD'],
    [`${2n ** 256n - 1n}`, 'unlimited'],
  ])('of %s units as %s', (amount, words) => {
    expect(shown({ ...token, amount })).toMatchObject({ name: 'Digital Dollar', amount: words, spender: '0xd1…d1d1d1' })
  })

  test('of an NFT by its id, of a collection without an amount, by a known name of who may take it', () => {
    expect(shown({ ...spending, kind: 'nft', tokenId: '9' }).amount).toBe('#9')
    expect(shown({ ...spending, kind: 'collection', spenderName: 'Permit2', name: '' })).toMatchObject({
      name: '0x84…C318bC',
      amount: undefined,
      spender: 'Permit2',
    })
  })
})
