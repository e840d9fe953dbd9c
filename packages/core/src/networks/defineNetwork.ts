import { isFamily } from '../chain/ids.js'
import { isNetworkId } from '../chain/wellWritten.js'
import { FoyerError } from '../errors/FoyerError.js'
import { defaultFamily, type Network, type NetworkInput, type RpcUrls } from './network.js'
import { parseUrl } from './urls.js'

/**
 * Makes the kit's network of what a host passes: a viem `Chain`, or an object of the field's own shape. Only what the kit
 * knows is kept, so that the result is plain data; it is frozen.
 *
 * @throws {@link InvalidNetworkError} where id, CAIP-2 id and namespace contradict each other, or a field can't be used
 * @see S3.10
 * @example defineNetwork({ id: 31337, name: 'Local', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
 *   rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } } }).caipNetworkId // 'eip155:31337'
 */
export function defineNetwork(input: NetworkInput): Network {
  const { id, name, nativeCurrency, rpcUrls, blockExplorers, assets, testnet } = input
  const refuse: Refuse = (field, problem) => {
    throw new InvalidNetworkError({ network: name || String(id), field, problem })
  }
  const { family, networkId } = identify(input, refuse)
  if (!name) refuse('name', 'is empty')
  // A host without types may leave out what the type demands.
  if (!nativeCurrency?.symbol) refuse('nativeCurrency.symbol', 'is empty')
  if (!rpcUrls?.default?.http) refuse('rpcUrls.default.http', 'is missing')
  const { decimals, symbol } = nativeCurrency
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255) {
    refuse('nativeCurrency.decimals', 'is not a whole number from 0 to 255')
  }
  const { chainDefault } = rpcUrls
  const explorer = blockExplorers?.default
  if (explorer) checkUrl(explorer.url, { scheme: 'http', field: 'blockExplorers.default.url', refuse })
  // Names below an explorer's address: none that leads elsewhere.
  for (const path of Object.values(explorer?.paths ?? {}))
    if (!/^\w[-\w/]*$/.test(path)) refuse('blockExplorers.default.paths', 'is no path')
  return Object.freeze<Network>({
    chainNamespace: family,
    caipNetworkId: networkId,
    id,
    name,
    nativeCurrency: Object.freeze({ name: nativeCurrency.name, symbol, decimals }),
    rpcUrls: Object.freeze({
      default: frozenUrls(rpcUrls.default, 'default', refuse),
      ...(chainDefault && { chainDefault: frozenUrls(chainDefault, 'chainDefault', refuse) }),
    }),
    ...(explorer && {
      blockExplorers: Object.freeze({
        default: Object.freeze({
          name: explorer.name,
          url: explorer.url,
          ...(explorer.paths && { paths: explorer.paths }),
        }),
      }),
    }),
    ...(assets && { assets: Object.freeze({ ...assets }) }),
    ...(testnet !== undefined && { testnet }),
  })
}

type Refuse = (field: string, problem: string) => never

function identify({ id, chainNamespace, caipNetworkId }: NetworkInput, refuse: Refuse) {
  const [namespace] = caipNetworkId?.split(':') ?? []
  const family = chainNamespace ?? namespace ?? defaultFamily
  const networkId = `${family}:${id}`
  if (namespace !== undefined && namespace !== family) {
    refuse('chainNamespace', `is ${family}, its caipNetworkId ${caipNetworkId}`)
  }
  if (caipNetworkId !== undefined && caipNetworkId !== networkId) {
    refuse('id', `is ${id}, its caipNetworkId ${caipNetworkId}`)
  }
  if (!isFamily(family))
    return refuse(chainNamespace ? 'chainNamespace' : 'caipNetworkId', 'is of an unknown chain family')
  if (!isNetworkId(networkId)) return refuse('id', 'does not make a CAIP-2 network id')
  // That of viem's chains has numbers.
  if (family === defaultFamily && !(Number.isSafeInteger(id) && Number(id) > 0)) {
    refuse('id', `is not a whole number above 0, as ${family} has it`)
  }
  return { family, networkId }
}

function frozenUrls({ http, webSocket }: RpcUrls, list: 'default' | 'chainDefault', refuse: Refuse): RpcUrls {
  for (const url of http) checkUrl(url, { scheme: 'http', field: `rpcUrls.${list}.http`, refuse })
  for (const url of webSocket ?? []) checkUrl(url, { scheme: 'ws', field: `rpcUrls.${list}.webSocket`, refuse })
  return Object.freeze({
    http: Object.freeze([...http]),
    ...(webSocket && { webSocket: Object.freeze([...webSocket]) }),
  })
}

function checkUrl(url: string, { scheme, field, refuse }: { scheme: 'http' | 'ws'; field: string; refuse: Refuse }) {
  const protocol = parseUrl(url)?.protocol
  if (protocol !== `${scheme}:` && protocol !== `${scheme}s:`) {
    refuse(field, `has an address that is not ${scheme}:// or ${scheme}s://`)
  }
}

/** A network that a host passed contradicts itself, or lacks what every network needs. The message names the field. */
export class InvalidNetworkError extends FoyerError {
  override readonly name = 'InvalidNetworkError'
  readonly code = 'invalid_network'
  /** The field to look at, such as `rpcUrls.default.http`. */
  readonly field: string
  constructor({ network, field, problem }: { network: string; field: string; problem: string }) {
    super(`The network ${network} can't be used: its ${field} ${problem}.`, { facts: { network, field } })
    this.field = field
  }
}
