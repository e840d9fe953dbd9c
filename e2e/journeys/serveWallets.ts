import type { Page } from '@playwright/test'
import { manyWallets, pageOf, pictureOf } from '../../benchmarks/manyWallets.mjs'
import type { Journey } from '../fixtures.js'

export interface ServedWallets {
  /** The names of the pictures that were fetched. */
  readonly pictures: ReadonlySet<string>
  /** What each page of the list was asked for with. */
  readonly asked: readonly URLSearchParams[]
  /** How the next calls for the list end: held ones never do. */
  answers: 'held' | 'failed' | 'listed'
}

/** Answers a page's calls as a server that lists as many wallets as wanted, on the journey's chains. */
export async function serveWallets({
  page,
  journey: { local },
  count,
}: {
  readonly page: Page
  readonly journey: Pick<Journey, 'local'>
  readonly count: number
}): Promise<ServedWallets> {
  const wallets = manyWallets({ count, chains: local.chains.map(({ id }) => `eip155:${id}`) })
  const pictures = new Set<string>()
  const asked: URLSearchParams[] = []
  const served: ServedWallets = { pictures, asked, answers: 'listed' }
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  await page.route(/\/getWallets\?/, (route) => {
    const url = route.request().url()
    asked.push(new URL(url).searchParams)
    if (served.answers === 'held') return
    // A refusal that isn't tried again.
    if (served.answers === 'failed') return route.fulfill({ status: 400, headers, json: {} })
    return route.fulfill({ headers, json: pageOf(wallets, url) })
  })
  await page.route(/\/getWalletImage\//, (route) => {
    const imageId = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    pictures.add(imageId)
    return route.fulfill({ contentType: 'image/svg+xml', body: pictureOf(imageId) })
  })
  return served
}
