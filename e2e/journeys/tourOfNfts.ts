import type { HeldNft, OpenApproval } from '@foyer/core/wire'
import { expect, type Page } from '@playwright/test'
import { hostStatus, openHost } from '../host.js'
import { settled, show, still } from './shown.js'
import type { TourParameters } from './tour.js'

const contract = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#3d6f8e"/><circle cx="32" cy="32" r="18" fill="#fff"/></svg>'

const nft: HeldNft = {
  contract,
  tokenId: '7',
  standard: 'erc721',
  amount: '1',
  name: 'Harbour at noon',
  collection: 'Foyer Pictures',
  isSpam: false,
}

/** NFTs as they come: with a long name, without any, many of one, an id of 78 digits, spam. */
const nfts: readonly HeldNft[] = [
  { ...nft, image: { url: 'picture', content_type: 'image/svg+xml' } },
  { ...nft, tokenId: `${2n ** 256n - 1n}`, name: undefined },
  { ...nft, tokenId: '8', name: 'The picture with the longest name that anybody has ever given to one' },
  { ...nft, tokenId: '9', standard: 'erc1155', amount: '120000', name: 'قطعة الميناء', collection: undefined },
  { ...nft, tokenId: '10', name: 'Claim your reward', collection: 'foyer-drop.xyz', isSpam: true },
]

const spending = { contract, spender: router, name: 'Foyer Pictures', isSpam: false }
const approvals: readonly OpenApproval[] = [
  {
    ...spending,
    kind: 'token',
    spenderName: 'Uniswap V2',
    name: 'Digital Dollar',
    symbol: 'DUSD',
    decimals: 6,
    iconUrl: '',
    amount: `${2n ** 256n - 1n}`,
  },
  {
    ...spending,
    kind: 'token',
    name: 'A token with a name that goes on and on and on',
    symbol: 'LONGEST',
    decimals: 18,
    iconUrl: '',
    amount: '1234567890123456789012345',
  },
  { ...spending, kind: 'nft', tokenId: '7' },
  { ...spending, kind: 'collection' },
  { ...spending, kind: 'collection', name: 'foyer-drop.xyz', isSpam: true },
]

interface Served {
  /** How the next calls end: held ones never do. */
  answers: 'held' | 'failed' | 'none' | 'unknown' | 'listed'
}

/** Answers a page's calls for NFTs and approvals as a server would that has these. */
async function serveHoldings({ page, server }: { readonly page: Page; readonly server: string }): Promise<Served> {
  const served: Served = { answers: 'listed' }
  const headers = { 'access-control-allow-origin': '*' }
  const picture = `${server}/v1/nfts/eip155%3A31337/${contract}/7/image`
  await page.route(/\/v1\/account\/[^/]+\/(nfts|approvals)\?/, (route) => {
    const { answers } = served
    if (answers === 'held') return
    // A refusal that isn't tried again.
    if (answers === 'failed') return route.fulfill({ status: 400, headers, json: {} })
    const known = answers !== 'unknown'
    const isListed = answers === 'listed'
    if (/approvals/.test(new URL(route.request().url()).pathname))
      return route.fulfill({ headers, json: { known, approvals: isListed ? approvals : [] } })
    const held = nfts.map(({ image, ...each }) => ({ ...each, ...(image && { image: { ...image, url: picture } }) }))
    return route.fulfill({ headers, json: { known, nfts: isListed ? held : [], next: isListed ? 'more' : null } })
  })
  await page.route(`${picture}*`, (route) => route.fulfill({ contentType: 'image/svg+xml', body: drawing }))
  return served
}

/** Goes through the NFTs and the approvals of an account, in each of their states. */
export async function tourOfNfts({ page, journey, modal, settings, visit }: TourParameters): Promise<void> {
  journey.expectTrouble(/400/)
  const { rdns, next } = await journey.install({ name: 'Maple' })
  const served = await serveHoldings({ page, server: journey.local.server })
  const open = async (answers: Served['answers']) => {
    served.answers = answers
    await openHost({ page, journey, settings })
    // The first time; from then on the session is taken up again by itself.
    if (answers === 'held') await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), rdns)
    await expect(hostStatus(page)).toContainText('connected with')
  }
  await open('held')
  await show(page, { view: 'Nfts' })
  await visit('Nfts, loading')

  await open('listed')
  await show(page, { view: 'Nfts' })
  await expect(modal.part('lazy-picture-loaded')).toHaveCount(1)
  await modal.part('spam').click()
  await expect(modal.part('nft-tile')).toHaveCount(5)
  await still(page)
  await visit('Nfts')
  await show(page, { view: 'Nft', nft: { ...nft, networkId: 'eip155:31337' } })
  await visit('Nft')
  // A film is there to be played, and nothing of it is fetched before.
  const film = { url: `${journey.local.server}/film`, content_type: 'video/mp4' }
  await show(page, { view: 'Nft', nft: { ...nft, image: film, networkId: 'eip155:31337' } })
  await expect(modal.part('nft-film')).toBeVisible()
  await visit('Nft, film')
  await show(page, { view: 'Nft', nft: { ...(nfts[4] ?? nft), networkId: 'eip155:31337' } })
  await visit('Nft, spam')
  await show(page, { view: 'Approvals' })
  await modal.part('spam').click()
  await expect(modal.part('approval')).toHaveCount(5)
  await still(page)
  await visit('Approvals')
  await modal.part('revoke-several').click()
  await modal.part('approval').first().click()
  await modal.part('approval').nth(2).click()
  await still(page)
  await visit('Approvals, several chosen')
  await modal.part('revoke-chosen').click()
  await expect(modal.part('signed-call')).toBeVisible()
  await expect(modal.part('details').locator('[data-part="skeleton"]')).toHaveCount(0)
  await still(page)
  await visit('RevokeApproval, one of several')
  await modal.part('revoke-stop').click()
  await settled(page, 'Approvals')
  await modal.part('approval').first().click()
  await expect(modal.part('signed-call')).toBeVisible()
  await expect(modal.part('details').locator('[data-part="skeleton"]')).toHaveCount(0)
  next({ send: 'reject' })
  await modal.part('revoke-button').click()
  await expect(modal.part('review-trouble')).not.toBeEmpty()
  await still(page)
  await visit('RevokeApproval, declined')

  for (const answers of ['none', 'unknown', 'failed'] as const) {
    await open(answers)
    for (const view of ['Nfts', 'Approvals'] as const) {
      // What is empty and what isn't known differ by their words alone.
      if (answers === 'none' && view === 'Nfts') continue
      await show(page, { view })
      await expect(modal.part(answers === 'failed' ? 'error-state' : 'empty-state')).toBeVisible()
      await still(page)
      await visit(`${view}, ${answers}`)
    }
  }
}
