import type { Family } from '../chain/ids.js'
import type { ConnectorEntry, ConnectorType, NonEmpty, PickedWallet } from '../connector/connector.js'
import { isExcluded, type ListedWallet } from '../connector/listedWallet.js'
import { contextOf, type FoyerContext } from '../context.js'
import type { Foyer } from '../foyer.js'
import type { FoyerState } from '../state/state.js'
import { SDK_TYPE, sdkVersion, walletImagePath } from '../wire/sdk.js'

/** A wallet as a visitor knows it: one, by however many connectors it is reached. */
export interface OfferedWallet extends ConnectorEntry {
  /** The connectors that reach it, no two of them for the same family. */
  readonly ways: NonEmpty<ConnectorEntry>
}

/** Those that reach one wallet each. A pairing reaches any, and a login's wallet is in no list. */
const merging: ReadonlySet<ConnectorType> = new Set(['ANNOUNCED', 'INJECTED', 'EXTERNAL', 'MULTI_CHAIN'])

/** The name of a wallet that says none: several may be. */
const unnamed = 'browser wallet'

/** Characters that can't be seen, or turn the text around them: a name with one may look like another. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/**
 * The wallets that connectors reach, each once: connectors of different families are one wallet where their rdns agree, or else their names as they are
 * read, whatever the case [S3.3]. It stands where the first of them stood. A name with what can't be seen agrees with none, and so does one that a family
 * has twice or that several rdns share: then it isn't known who is who.
 *
 * @param parameters.excluded - wallets that aren't offered, by id, rdns or name
 * @example
 * const [wallet] = offeredWallets({ connectors }) // of two connectors called Phantom: type MULTI_CHAIN, families ['eip155', 'solana']
 */
export function offeredWallets({
  connectors,
  excluded = [],
}: {
  readonly connectors: readonly ConnectorEntry[]
  readonly excluded?: readonly string[] | undefined
}): OfferedWallet[] {
  const single = connectors
    .filter((connector) => !isExcluded(connector, excluded))
    .map((connector): OfferedWallet => ({ ...connector, ways: [connector] }))
  return joined(
    joined(single, ({ rdns }) => rdns || undefined),
    plainName,
  )
}

/**
 * A wallet as far as a kit has a use for it: by the connectors of the family that is asked for [S2.15 S2.23], and of networks that are configured. What is
 * left with one connector is that connector, and needs no choice of a chain.
 *
 * @returns undefined for a wallet without the family that is asked for
 */
export function usableWallet(
  wallet: OfferedWallet,
  { networks, connectorFilter: wanted }: Pick<FoyerState, 'networks' | 'connectorFilter'>,
): OfferedWallet | undefined {
  const wished = wallet.ways.filter(({ families }) => wanted === undefined || families.includes(wanted))
  const configured = new Set(networks.map(({ chainNamespace }) => chainNamespace))
  const usable = wished.filter(({ families }) => families.some((family) => configured.has(family)))
  const [way, ...ways] = usable.length > 0 ? usable : wished
  if (!way) return undefined
  if (ways.length > 0) return { ...wallet, ways: [way, ...ways] }
  return { ...way, icon: way.icon ?? wallet.icon, imageId: way.imageId ?? wallet.imageId, ways: [way] }
}

/** Joins the wallets that share a key, unless one family would be reached twice, or it isn't certain that they are one. */
function joined(
  wallets: readonly OfferedWallet[],
  keyOf: (wallet: OfferedWallet) => string | undefined,
): OfferedWallet[] {
  const groups = new Map<unknown, OfferedWallet[]>()
  for (const wallet of wallets) {
    const key = (merging.has(wallet.type) && keyOf(wallet)) || wallet
    groups.set(key, [...(groups.get(key) ?? []), wallet])
  }
  return [...groups.values()].flatMap(together)
}

/** The name and the picture are those of the wallet that says who it is, else of the first that has them. */
function together(group: readonly OfferedWallet[]): readonly OfferedWallet[] {
  const [family, ...families] = group.flatMap((each) => each.families)
  const [way, ...ways] = group.flatMap((each) => each.ways)
  const rdns = new Set(group.flatMap((each) => each.rdns || []))
  const main = group.find((each) => each.rdns) ?? group[0]
  if (!family || !way || !main || ways.length === 0 || rdns.size > 1 || families.includes(family)) return group
  if (new Set(families).size < families.length) return group
  const pictured = [main, ...group]
  return [
    {
      ...main,
      id: way.id,
      type: 'MULTI_CHAIN',
      icon: pictured.find(({ icon }) => icon)?.icon,
      imageId: pictured.find(({ imageId }) => imageId)?.imageId,
      families: [family, ...families],
      ways: [way, ...ways],
    },
  ]
}

/** A name as it is compared; undefined for one that says nothing, or that can't be trusted to be what it looks like. */
function plainName({ name }: OfferedWallet): string | undefined {
  const read = name.normalize('NFC').trim().toLowerCase()
  return read === '' || read === unnamed || unseen.test(name) ? undefined : read
}

/** One family of a wallet, and the connector that reaches it there. */
export interface WalletChain {
  readonly family: Family
  readonly connectorId: string
}

/** The chains that the connectors of a wallet reach, of those that are configured. */
export function chainsOf(
  { ways }: Pick<OfferedWallet, 'ways'>,
  { networks }: Pick<FoyerState, 'networks'>,
): readonly WalletChain[] {
  const configured = new Set(networks.map(({ chainNamespace }) => chainNamespace))
  return ways.flatMap(({ id, families }) =>
    families.filter((family) => configured.has(family)).map((family) => ({ family, connectorId: id })),
  )
}

/** The wallet that a connector reaches, as far as the kit has a use for it; undefined for one that isn't known. */
export function walletOfConnector(
  state: Pick<FoyerState, 'connectors' | 'networks' | 'connectorFilter'>,
  connectorId: string,
): OfferedWallet | undefined {
  const wallet = offeredWallets(state).find(({ ways }) => ways.some(({ id }) => id === connectorId))
  return wallet && usableWallet(wallet, state)
}

/**
 * Returns the URL of a wallet's picture, for an `img`: the host's, the wallet's own, else the directory's [S7.25]. Fetches nothing for it.
 *
 * @returns undefined where there is none
 */
export function walletImageOf(
  foyer: Foyer,
  wallet: Pick<ListedWallet, 'id' | 'image_url' | 'image_id'>,
): string | undefined {
  return walletImageIn(contextOf(foyer), wallet)
}

/** As `walletImageOf`, by what decides on it. */
function walletImageIn(
  { options, adapters }: Pick<FoyerContext, 'options' | 'adapters'>,
  { id, image_url, image_id }: Pick<ListedWallet, 'id' | 'image_url' | 'image_id'>,
): string | undefined {
  const { api, projectId, platform, connectorImages } = options
  const known = connectorImages?.[id] ?? image_url
  if (known !== undefined || image_id === undefined || api === undefined) return known
  const sv = sdkVersion({ platform, adapters: [...adapters.values()].map(({ type }) => type) })
  const query = new URLSearchParams({ projectId, st: SDK_TYPE, sv })
  return `${api}${walletImagePath.replace(':imageId', () => encodeURIComponent(image_id))}?${query}`
}

/** A wallet of a list, as a connector that is only the way to it is given it. */
export function pickedWallet(kit: Pick<FoyerContext, 'options' | 'adapters'>, wallet: ListedWallet): PickedWallet {
  const { id, name, image_id: imageId, rdns } = wallet
  return { id, name, icon: walletImageIn(kit, wallet), imageId, rdns: rdns ?? undefined }
}
