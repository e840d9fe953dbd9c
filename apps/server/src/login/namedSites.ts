import type { Output } from '@foyer/core/wire'
import type { nameSiteCall } from '@foyer/custody/keeperWord'
import type { Receipt } from '@foyer/custody/signed'
import { readSiteWord } from '@foyer/login/keeperWords'
import type { SiteNames } from '../projects/siteNames.js'
import { orUnconfirmed } from './refusals.js'

/** Names sites to the keeper, which writes to persons too and has no projects. */
export interface NamedSites {
  /** @throws UnconfirmedError where the keeper hasn't asked */
  of(request: { readonly receipt: Receipt }): Promise<Output<(typeof nameSiteCall)['reply']>>
}

interface NamedSitesParameters {
  readonly siteNames: SiteNames
  readonly keeperKey: string
  readonly now: () => number
}

export const createNamedSites = ({ siteNames, keeperKey: keeper, now }: NamedSitesParameters): NamedSites => ({
  async of({ receipt }) {
    const { site } = await orUnconfirmed(readSiteWord({ receipt, keeper, now: now() }))
    return { name: await siteNames.nameOf(site) }
  },
})
