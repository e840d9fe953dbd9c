import type { NetworkId } from '@foyer/core'

/** How the addresses of a network begin. Test networks share theirs; a local one has a bech32 prefix of its own. */
export type AddressForm = 'main' | 'test' | 'regtest'

/** The dialects that name networks. */
export type NamingDialect = 'unisat' | 'satsConnect' | 'leather' | 'walletStandard'

interface KnownNetwork extends Readonly<Record<NamingDialect, string>> {
  readonly form: AddressForm
}

/** The networks by their CAIP-2 id: the first 32 hexadecimal digits of the genesis block's hash (BIP-122), with each dialect's name of them. */
const known: Readonly<Record<string, KnownNetwork>> = {
  'bip122:000000000019d6689c085ae165831e93': {
    form: 'main',
    unisat: 'BITCOIN_MAINNET',
    satsConnect: 'Mainnet',
    leather: 'mainnet',
    walletStandard: 'bitcoin:mainnet',
  },
  'bip122:000000000933ea01ad0ee984209779ba': {
    form: 'test',
    unisat: 'BITCOIN_TESTNET',
    satsConnect: 'Testnet',
    leather: 'testnet',
    walletStandard: 'bitcoin:testnet',
  },
  'bip122:00000000da84f2bafbbc53dee25a72ae': {
    form: 'test',
    unisat: 'BITCOIN_TESTNET4',
    satsConnect: 'Testnet4',
    leather: 'testnet4',
    walletStandard: 'bitcoin:testnet4',
  },
  'bip122:00000008819873e925422c1ff0f99f7c': {
    form: 'test',
    unisat: 'BITCOIN_SIGNET',
    satsConnect: 'Signet',
    leather: 'signet',
    walletStandard: 'bitcoin:signet',
  },
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': {
    form: 'regtest',
    unisat: 'BITCOIN_REGTEST',
    satsConnect: 'Regtest',
    leather: 'regtest',
    walletStandard: 'bitcoin:regtest',
  },
}

/** Returns the form of a network's addresses; undefined for one that isn't known. */
export const formOf = (networkId: string): AddressForm | undefined => known[networkId]?.form

/** A network's name in a wallet's dialect; undefined for a network that isn't known. */
export const nameOf = (networkId: NetworkId, dialect: NamingDialect): string | undefined => known[networkId]?.[dialect]

/**
 * The network that a wallet names in its dialect; letters' case doesn't count. One that the kit doesn't know is no other's: chains that have Bitcoin's own
 * addresses (Fractal) are told from it by nothing else.
 *
 * @returns undefined where it names none
 */
export function networkNamed(name: unknown, dialect: NamingDialect): NetworkId | undefined {
  if (typeof name !== 'string' || name === '') return undefined
  const found = networkIds().find((id) => known[id]?.[dialect].toLowerCase() === name.toLowerCase())
  return found ?? `bip122:unknown-${name.replace(/[^\w-]/g, '-').slice(0, 24)}`
}

/** The network that addresses of a form are taken to be of where nothing else is said. */
export function networkOfForm(form: AddressForm): NetworkId | undefined {
  return networkIds().find((id) => known[id]?.form === form)
}

const networkIds = (): readonly NetworkId[] =>
  Object.keys(known).filter((id): id is NetworkId => id.startsWith('bip122:'))
