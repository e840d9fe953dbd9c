import type { Output } from '@foyer/core/wire'
import { KeeperKeys } from '@foyer/custody/keeperCalls'
import { writtenSettings } from '@foyer/page/settings'
import { NetworkSchema } from '@foyer/signing/network'
import * as v from 'valibot'

const PageName = v.picklist(['frame', 'confirm', 'dashboard', 'approve', 'continue', 'recover', 'import', 'social'])
/** The name of the wallet's page that a document is. */
export type PageName = Output<typeof PageName>

/** A network without its node: the page reaches each under its own origin. */
export const ServedNetwork = v.omit(NetworkSchema, ['rpcUrl'])
export type ServedNetwork = Output<typeof ServedNetwork>

/** The settings that the host writes into the page. */
const Settings = v.object({
  page: PageName,
  /** The origin that may frame this page; null where none may. */
  parent: v.nullable(v.string()),
  /** As the asking page named it; the operator's own on the wallet's own page, else empty on a page that is opened by itself. */
  projectId: v.string(),
  /** The asking page's first network. */
  chainId: v.string(),
  keeperKeys: KeeperKeys,
  networks: v.array(ServedNetwork),
})
export type WalletSettings = Output<typeof Settings>

/** Reads what the host wrote into the page. @throws where it is missing or incomplete */
export function readSettings(page: Document): WalletSettings {
  return v.parse(Settings, JSON.parse(writtenSettings(page)))
}
