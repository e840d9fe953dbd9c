import type { NetworkId } from '@foyer/core'

/** How the addresses of a network begin. Test networks share theirs; a local one has a bech32 prefix of its own. */
export type AddressForm = 'main' | 'test' | 'regtest'

interface KnownNetwork {
  readonly form: AddressForm
  /** As UniSat's dialect names it. */
  readonly unisat?: string | undefined
  /** As sats-connect names it. */
  readonly satsConnect: string
}

/** The networks by their CAIP-2 id: the first 32 hexadecimal digits of the genesis block's hash (BIP-122). */
const known: Readonly<Record<string, KnownNetwork>> = {
  'bip122:000000000019d6689c085ae165831e93': { form: 'main', unisat: 'BITCOIN_MAINNET', satsConnect: 'Mainnet' },
  'bip122:000000000933ea01ad0ee984209779ba': { form: 'test', unisat: 'BITCOIN_TESTNET', satsConnect: 'Testnet' },
  'bip122:00000000da84f2bafbbc53dee25a72ae': { form: 'test', unisat: 'BITCOIN_TESTNET4', satsConnect: 'Testnet4' },
  'bip122:00000008819873e925422c1ff0f99f7c': { form: 'test', unisat: 'BITCOIN_SIGNET', satsConnect: 'Signet' },
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': { form: 'regtest', satsConnect: 'Regtest' },
}

/** Returns the form of a network's addresses; undefined for one that isn't known. */
export const formOf = (networkId: string): AddressForm | undefined => known[networkId]?.form

/** A network's name in a wallet's dialect; undefined where the dialect has none. */
export const nameOf = (networkId: NetworkId, dialect: 'unisat' | 'satsConnect'): string | undefined =>
  known[networkId]?.[dialect]

/** The network that a wallet names in its dialect; letters' case doesn't count. */
export function networkNamed(name: unknown, dialect: 'unisat' | 'satsConnect'): NetworkId | undefined {
  if (typeof name !== 'string') return undefined
  return networkIds().find((id) => known[id]?.[dialect]?.toLowerCase() === name.toLowerCase())
}

/** The network that addresses of a form are taken to be of where nothing else is said. */
export function networkOfForm(form: AddressForm): NetworkId | undefined {
  return networkIds().find((id) => known[id]?.form === form)
}

const networkIds = (): readonly NetworkId[] =>
  Object.keys(known).filter((id): id is NetworkId => id.startsWith('bip122:'))
