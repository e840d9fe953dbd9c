import type { Nft } from '@foyer/core/account'
import { RequestTimeoutError, UserRejectedError } from '@foyer/core/errors'
import { mainnet } from '@foyer/core/networks'
import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, addresses, askedAdapter, connected, modalKit, showModal } from '../test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const nft: Nft = {
  contract: '0x8464135c8F25Da09e49BC8782676a84730C318bC',
  tokenId: '7',
  standard: 'erc721',
  amount: '1',
  name: 'A film',
  isSpam: false,
  networkId: 'eip155:1',
}

async function shown(image: Nft['image']) {
  const kit = modalKit()
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open({ view: 'Nft', nft: { ...nft, image } }))
  await modal.arrived('Nft')
  return modal
}

test('[F29] a film is fetched and heard only where the visitor wants it; one that doesn’t play is a tile', async () => {
  const { part, parts, root } = await shown({ url: 'https://films.example/7', content_type: 'video/mp4' })
  const film = part('nft-film')
  expect(film.getAttribute('preload')).toBe('none')
  expect(film.hasAttribute('autoplay')).toBe(false)
  expect([Reflect.get(film, 'muted'), film.hasAttribute('controls'), film.getAttribute('aria-label')]).toEqual([
    true,
    true,
    'A film',
  ])
  expect(root.querySelector('[data-part="nft-picture"] img')).toBeNull()
  fireEvent.error(film)
  expect(parts('nft-film')).toEqual([])
  expect(part('nft-picture').textContent).toBe('AF')
  expect([parts('nft-picture'), parts('details')].map(({ length }) => length)).toEqual([1, 1])
})

test.each(['javascript:alert(1)', 'data:video/mp4;base64,AAAA', 'blob:https://dapp.example/1'])(
  '[F29] there is no film at %s',
  async (url) => {
    const { parts } = await shown({ url, content_type: 'video/mp4' })
    expect(parts('nft-film')).toEqual([])
  },
)

test('how many there are is grouped', async () => {
  const kit = modalKit()
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open({ view: 'Nft', nft: { ...nft, amount: '1234567' } }))
  expect((await modal.arrived('Nft')).textContent).toContain('1,234,567')
})

test('[F22] a revocation that the wallet declined is tried again; one that it may have sent is looked for first', async () => {
  const answers = [new UserRejectedError(), new RequestTimeoutError({ timeoutMs: 1 })]
  const adapter = askedAdapter({
    revocation: ({ approval: { contract } }) => ({
      call: { to: contract },
      decoded: { contract, method: 'approve', inputs: [] },
    }),
    sendCall: () => Promise.reject(answers.shift()),
  })
  const kit = modalKit({ adapters: [adapter], networks: [mainnet] })
  // React warns of a `key` among what is spread.
  const warned = vi.spyOn(console, 'error')
  const { arrived, part, press } = await showModal(kit)
  await connected(kit)
  const approval = { kind: 'collection', contract: '0xC1', spender: '0xF1', name: 'Films', isSpam: false } as const
  const given = { approval, networkId: 'eip155:1', account: addresses[0] } as const
  await acting(() => kit.foyer.open({ view: 'RevokeApproval', ...given }))
  await arrived('RevokeApproval')
  await waitFor(() => expect(part('revoke-button').textContent).toBe('Revoke'))
  expect(part('sum').textContent).toBe('All NFTs → 0')
  await waitFor(() => expect(part('revoke-button').matches('[aria-busy=true], [data-busy]')).toBe(false))
  await press('revoke-button')
  await waitFor(() => expect(part('revoke-button').textContent).toBe('Try again'))
  expect(part('review-trouble').textContent).toBe('The request was not approved in the wallet.')
  await press('revoke-button')
  await waitFor(() => expect(part('review-trouble').textContent).toContain('Look there before you try again.'))
  expect([part('revoke-button').textContent, part('review-cancel').textContent]).toEqual([
    'Revoke',
    'Back to approvals',
  ])
  expect(warned).not.toHaveBeenCalled()
  expect(part('revoke-button').matches(':disabled, [aria-disabled=true]')).toBe(true)
})
