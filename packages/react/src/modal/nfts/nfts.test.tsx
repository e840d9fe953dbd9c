import type { Nft } from '@foyer/core/nfts'
import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, connected, modalKit, showModal } from '../test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(cleanup)

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
