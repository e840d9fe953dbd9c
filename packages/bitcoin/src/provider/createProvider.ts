import type { Account, AdapterHost, ChannelConnection, NetworkId } from '@foyer/core'
import { ChainDisconnectedError, WalletAnswerError } from '@foyer/core/errors'
import * as v from 'valibot'
import { isOnNetwork, readAddress } from '../addresses/readAddress.js'
import { safeSats } from '../addresses/sats.js'
import { Base64, HexToBase64, type ListedAddress, sessionOf, Txid } from '../dialects/answers.js'
import { MethodNotSupportedError } from '../errors.js'
import type { BitcoinProvider } from '../family.js'
import {
  type BitcoinAddress,
  BitcoinAddresses,
  type BitcoinMethod,
  type BitcoinMethods,
  bitcoinMethods,
} from '../wire/methods.js'
import { addressesProperty } from '../wire/names.js'

export interface ProviderParameters extends ChannelConnection {
  readonly report: AdapterHost['report']
}

interface SessionState {
  networkId: NetworkId | undefined
  accounts: readonly Account[]
  /** They have changed since the wallet agreed, and so may have what it said of its addresses then. */
  areOthers: boolean
}

interface Session {
  readonly state: Readonly<SessionState>
  readonly takes: (method: BitcoinMethod) => boolean
  /** @throws MethodNotSupportedError · ChainDisconnectedError · WalletAnswerError */
  readonly send: <Method extends BitcoinMethod>(
    method: Method,
    params: BitcoinMethods[Method]['params'],
    signal?: AbortSignal | undefined,
  ) => Promise<BitcoinMethods[Method]['result']>
}

/** The session as it is now, and what asks its wallet. */
function followSession({ channel, connection }: ChannelConnection): Session {
  const own = (accounts: readonly Account[]) => accounts.filter(({ namespace }) => namespace === 'bip122')
  const state: SessionState = {
    networkId: connection.networks.bip122,
    accounts: own(connection.accounts),
    areOthers: false,
  }
  connection.listen((event) => {
    if (!('family' in event) || event.family !== 'bip122') return
    if (event.type === 'networkChanged') state.networkId = event.networkId
    if (event.type !== 'accountsChanged') return
    state.accounts = event.accounts
    state.areOthers = true
  })
  const takes = (method: BitcoinMethod) =>
    state.networkId !== undefined && channel.takes({ networkId: state.networkId, method })
  return {
    state,
    takes,
    async send(method, params, signal) {
      if (!takes(method)) throw new MethodNotSupportedError({ method })
      if (!state.networkId) throw new ChainDisconnectedError()
      const answer = await channel.request({ networkId: state.networkId, method, params, signal })
      const schema: v.GenericSchema<unknown, BitcoinMethods[typeof method]['result']> = bitcoinMethods[method].result
      const { success, output } = v.safeParse(schema, answer)
      if (!success) throw new WalletAnswerError({ method, expected: 'what the method returns' })
      return output
    },
  }
}

/** A wallet at the other end of a session, as a Bitcoin wallet: signatures come in hexadecimal and become base64. What the session hasn't granted is absent. */
export function createProvider({ report, ...asked }: ProviderParameters): BitcoinProvider {
  const { state, takes, send } = followSession(asked)
  /** The session's own account, in whose name is asked. */
  const accountNow = (address: string) => state.accounts[0]?.address ?? address
  const listed = async (signal: AbortSignal | undefined): Promise<readonly BitcoinAddress[] | undefined> => {
    const said = state.areOthers ? undefined : propertyIn(asked.channel.properties?.() ?? {}, state.networkId)
    // Of an earlier visit, too: what doesn't list the account in use is of another.
    const [inUse] = state.accounts
    if (said?.some(({ address }) => !inUse || address === inUse.address)) return said
    if (!takes('getAccountAddresses')) return undefined
    return send('getAccountAddresses', {}, signal)
  }
  const signMessage: Method<'signMessage'> = async ({ address, message, protocol, signal }) => {
    const params = { account: accountNow(address), message, address, protocol }
    const { signature } = await send('signMessage', params, signal)
    return { signature: signatureIn(signature) }
  }
  const signPsbt: Method<'signPsbt'> = async ({ psbt, inputs, signal }) => {
    const account = accountNow(inputs[0]?.address ?? '')
    const signed = await send('signPsbt', { account, psbt, signInputs: inputs, broadcast: false }, signal)
    return { psbt: parsed(Base64, signed.psbt, 'signPsbt') }
  }
  const sendTransfer: Method<'sendTransfer'> = async ({ from, to, amount, signal }) => {
    const params = { account: from, recipientAddress: to, amount: String(safeSats(amount)) }
    const { txid } = await send('sendTransfer', params, signal)
    return { txid: parsed(Txid, txid, 'sendTransfer') }
  }
  return {
    async getAccounts({ signal } = {}) {
      const found = await listed(signal)
      return found && state.networkId ? withKinds({ found, state, report }) : state.accounts
    },
    get signMessage() {
      return takes('signMessage') ? signMessage : undefined
    },
    get signPsbt() {
      return takes('signPsbt') ? signPsbt : undefined
    },
    get sendTransfer() {
      return takes('sendTransfer') ? sendTransfer : undefined
    },
  }
}

/** A member of the provider, where there is one. */
type Method<Name extends 'signMessage' | 'signPsbt' | 'sendTransfer'> = NonNullable<BitcoinProvider[Name]>

/** Reads the addresses that a session's wallet gave when it agreed, for the chain or for all: as they are, or as JSON. */
function propertyIn(
  {
    sessionProperties,
    scopedProperties,
  }: NonNullable<ReturnType<NonNullable<ChannelConnection['channel']['properties']>>>,
  networkId: NetworkId | undefined,
): readonly BitcoinAddress[] | undefined {
  const scoped = networkId && scopedProperties?.[networkId]
  const value = Reflect.get(Object(scoped), addressesProperty) ?? sessionProperties?.[addressesProperty]
  const schema = v.union([BitcoinAddresses, v.pipe(v.string(), v.parseJson(), BitcoinAddresses)])
  const { success, output } = v.safeParse(schema, value)
  return success && output.length > 0 ? output : undefined
}

/** The accounts with their kinds: those of the session, and the wallet's other addresses on its network. One that can't be used is reported. */
function withKinds({
  found,
  state: { accounts, networkId },
  report,
}: {
  readonly found: readonly BitcoinAddress[]
  readonly state: SessionState
  readonly report: AdapterHost['report']
}): readonly Account[] {
  const here = found.flatMap(({ address, intention, publicKey, path }): ListedAddress[] => {
    const read = readAddress(address)
    if (!read || !networkId || !isOnNetwork(read, networkId)) return []
    return [{ address, purpose: intention ?? (read.type === 'p2tr' ? 'ordinal' : 'payment'), publicKey, path }]
  })
  try {
    return sessionOf({ listed: here, networkId, method: 'getAccountAddresses' }).accounts
  } catch (error) {
    report(error)
    return accounts
  }
}

/** A signature in hexadecimal, as the method returns it; base64 is met too, and is never made of hexadecimal digits alone: it is padded. */
const signatureIn = (signature: string): string => {
  const isHex = /^(?:0x)?(?:[0-9a-f]{2})+$/i.test(signature)
  return parsed(isHex ? HexToBase64 : Base64, signature, 'signMessage')
}

function parsed<T>(schema: v.GenericSchema<unknown, T>, value: unknown, method: BitcoinMethod): T {
  const { success, output } = v.safeParse(schema, value)
  if (!success) throw new WalletAnswerError({ method, expected: 'what the method returns' })
  return output
}
