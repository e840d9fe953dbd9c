import { isNetworkId } from '@foyer/core/chain'
import { networkMarks } from '@foyer/core/networks'
import { type Wallet, Wallet as WalletSchema, walletButtonIds } from '@foyer/core/wire'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { isStillDrawing } from '../drawings/isStillDrawing.js'
import { picturedNetworks } from './artwork/assets.js'
import type { PictureKind } from './pictures.js'
import { shippedWallets } from './readListing.js'
import { shippedPictures } from './suppliedPictures.js'

let wallets: readonly Wallet[] = []
beforeAll(async () => {
  wallets = (await shippedWallets()).wallets
})

const uri =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'

/** As a kit joins a wallet's link and a pairing's address. */
function deepLink(link: string): string {
  const base = link.includes('://') ? link : `${link.replace(/[/:]/g, '')}://`
  return `${base.endsWith('/') ? base : `${base}/`}wc?uri=${encodeURIComponent(uri)}`
}

describe('the wallets that ship with the server', () => {
  test('[S3.1] are sixty entries of the listing, each id once, in an order of their own', () => {
    expect(wallets).toHaveLength(60)
    for (const wallet of wallets) expect(v.safeParse(WalletSchema, wallet).issues).toBeUndefined()
    for (const field of ['id', 'name', 'order'] as const) {
      expect(new Set(wallets.map((wallet) => wallet[field])).size).toBe(60)
    }
    const announced = wallets.flatMap(({ rdns }) => (rdns === null || rdns === undefined ? [] : [rdns]))
    expect(new Set(announced).size).toBe(announced.length)
  })

  test('each has a homepage, networks of known families, and a way to be reached or found', () => {
    for (const { name, homepage, chains = [], ...wallet } of wallets) {
      expect([name, homepage]).toEqual([name, expect.stringMatching(/^https:\/\//)])
      expect([name, chains.length > 0 && chains.every(isNetworkId)]).toEqual([name, true])
      expect([name, new Set(chains).size]).toEqual([name, chains.length])
      const ways = [wallet.mobile_link, wallet.desktop_link, wallet.webapp_link, wallet.chrome_store, wallet.rdns]
      expect([name, ways.some((way) => typeof way === 'string')]).toEqual([name, true])
    }
  })

  test("none names a third party's picture", () => {
    for (const wallet of wallets) expect([wallet.image_id, wallet.image_url]).toEqual([wallet.id, undefined])
  })

  test('[F29] every link takes a pairing and gives it back whole', () => {
    let joined = 0
    for (const { mobile_link, link_mode, desktop_link, webapp_link } of wallets) {
      for (const link of [mobile_link, link_mode, desktop_link, webapp_link]) {
        if (link === null || link === undefined) continue
        const url = new URL(deepLink(link))
        expect(url.protocol).toMatch(/^(?!http:|javascript:|data:|intent:)[a-z][a-z0-9-]*:$/)
        expect(decodeURIComponent(url.href.slice(url.href.lastIndexOf('wc?uri=') + 7))).toBe(uri)
        joined += 1
      }
    }
    expect(joined).toBeGreaterThan(80)
  })

  test('every wallet button means one of them', () => {
    const names = new Map(wallets.map(({ id, name }) => [id, name.toLowerCase()]))
    expect(Object.keys(walletButtonIds)).toHaveLength(32)
    for (const [button, id] of Object.entries(walletButtonIds)) {
      const first = button === 'oneinch' ? '1inch' : button.split('-')[0]
      expect([button, names.get(id)]).toEqual([button, expect.stringContaining(first ?? '?')])
    }
  })
})

describe('the pictures that ship with the server', () => {
  const bad: unknown[] = []
  let pictures: Awaited<ReturnType<typeof shippedPictures>> = []
  beforeAll(async () => {
    pictures = await shippedPictures({ onBad: (entry) => bad.push(entry) })
  })
  const of = (kind: PictureKind) => new Set(pictures.flatMap((picture) => (picture.kind === kind ? [picture.id] : [])))

  test('[F14] are all taken by the rules for pictures, as drawings of a few kilobytes', () => {
    expect(bad).toEqual([])
    for (const { id, mediaType, bytes } of pictures)
      expect([id, mediaType, isStillDrawing(bytes), bytes.length < 8_000]).toEqual([id, 'image/svg+xml', true, true])
  })

  test('are of the wallets that most visitors have, each its own', () => {
    const marked = wallets.filter(({ id }) => of('wallet').has(id))
    expect(marked.length).toBeGreaterThanOrEqual(38)
    const first = wallets.slice(0, 10).filter(({ name }) => !marked.some((wallet) => wallet.name === name))
    expect(first).toEqual([])
    expect(new Set(marked.map(({ id }) => digestOfWallet(id))).size).toBe(marked.length)
  })
  const digestOfWallet = (id: string) =>
    pictures.find((picture) => picture.kind === 'wallet' && picture.id === id)?.digest

  test('are of each network that the wire has a picture of, but for test networks and one without a mark', () => {
    const without = picturedNetworks.filter(
      ({ networkId, imageId }) => networkMarks[networkId] === undefined && !of('asset').has(imageId),
    )
    expect(without.map(({ name }) => name)).toEqual(['Unichain Sepolia', 'Evmos'])
  })

  test("are of the coins of the kit's networks and of the dollars and euros that are paid with", () => {
    for (const symbol of ['ETH', 'BTC', 'SOL', 'POL', 'BNB', 'AVAX', 'CELO', 'USDC', 'USDT', 'DAI', 'EURC'])
      expect([symbol, of('token').has(symbol)]).toEqual([symbol, true])
  })
})
