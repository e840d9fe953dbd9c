import { hasLookAlikes } from '@foyer/core/chain'
import type { WalletNetwork } from '@foyer/core/words'
import * as v from 'valibot'
import { numberOf } from '../contracts/chainNumber.js'
import type { AskedRequest, FamilyHost, PreparedRequest } from '../family.js'
import { unfit } from '../prepare.js'
import { code, words } from '../sentences.js'
import { shownName } from '../shownText.js'
import { chainAt } from './chain.js'
import { AddChainParams, type AskedChain, SwitchChainParams } from './requestParams.js'

type NetworkRequest = Pick<AskedRequest, 'params'> & { readonly host: FamilyHost; readonly network: WalletNetwork }

/** Describes a change of network (EIP-3326). */
export function switchChain({ params, host, network }: NetworkRequest): PreparedRequest {
  const { success, output } = v.safeParse(SwitchChainParams, params)
  if (!success) return unfit()
  const [{ chainId }] = output
  const wanted = host.network(chainId)
  if (!wanted) {
    const message = `Unrecognized chain ID "0x${numberOf(chainId).toString(16)}". Add it with wallet_addEthereumChain.`
    return { kind: 'refuse', failure: { code: 4902, message } }
  }
  return askToSwitch({ wanted, host, network })
}

function askToSwitch({
  wanted,
  host,
  network,
}: Pick<NetworkRequest, 'host' | 'network'> & { readonly wanted: WalletNetwork }): PreparedRequest {
  return {
    kind: 'ask',
    shown: {
      title: words('request.switchNetwork'),
      act: words('request.act.switch'),
      facts: [
        { label: words('request.from'), value: network.name },
        { label: words('request.to'), value: wanted.name },
      ],
      warnings: [],
      isDeliberate: false,
    },
    async perform() {
      await host.switchNetwork(wanted.chainId)
      return null
    },
  }
}

/** Describes a new network (EIP-3085). Its node's chain id is verified once the visitor approves. */
export function addChain({ params, host, network }: NetworkRequest): PreparedRequest {
  const { success, output } = v.safeParse(AddChainParams, params)
  if (!success) return unfit()
  const [asked] = output
  const known = host.network(asked.chainId)
  if (known) return askToSwitch({ wanted: known, host, network })
  const name = shownName(asked.chainName)
  const isTaken = hasLookAlikes(name) || host.networks().some((each) => plain(each.name) === plain(name))
  return {
    kind: 'ask',
    shown: {
      title: words('request.addNetwork'),
      act: words('request.act.add'),
      facts: [
        { label: words('request.name'), value: name },
        { label: words('request.chain'), value: String(numberOf(asked.chainId)) },
        { label: words('request.coin'), value: shownName(asked.nativeCurrency.symbol) },
        ...asked.rpcUrls.map((url) => code('request.node', shownName(url, 200))),
      ],
      warnings: [...(isTaken ? [words('request.warn.namesake', { token: name })] : []), words('request.warn.node')],
      isDeliberate: isTaken,
    },
    async perform() {
      await host.addNetwork(await toNetwork(asked))
      await host.switchNetwork(asked.chainId)
      return null
    },
  }
}

/** Returns a name's letters and numbers as they read, in lower case. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The network at the first of its nodes that answers with the expected chain id. */
async function toNetwork({ chainId, chainName, rpcUrls, nativeCurrency }: AskedChain): Promise<WalletNetwork> {
  for (const rpcUrl of rpcUrls) {
    const answers = await chainAt(rpcUrl).catch(() => undefined)
    if (answers === undefined) continue
    if (answers !== numberOf(chainId)) throw new Error(`The node says that it is the chain ${answers}.`)
    const { symbol, decimals } = nativeCurrency
    return {
      chainId,
      name: shownName(chainName),
      currency: { symbol: shownName(symbol), decimals },
      rpcUrl,
      tokens: [],
    }
  }
  throw new Error('None of the network’s nodes can be reached from this page.')
}
