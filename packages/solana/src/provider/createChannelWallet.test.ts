import type { ChannelConnection, NetworkId, RequestChannel, WalletEvent } from '@foyer/core'
import { solana } from '@foyer/core/networks'
import { createTestHost } from '@foyer/testing'
import { mayRequest, sessionChainId } from '@foyer/walletconnect/protocol'
import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import nacl from 'tweetnacl'
import { describe, expect, test } from 'vitest'
import { solana as adapter } from '../solana.js'
import { addresses, keys } from '../test/keys.js'
import { decodeTransaction, withSignature } from '../transaction/decode.js'
import { encodeMessage, unsignedTransaction } from '../transaction/encode.js'
import { systemTransfer } from '../transaction/programs.js'
import { offchainEnvelope, offchainMessage, verifySolanaMessage } from '../verify/index.js'

const [own, other] = addresses
const secretKey = hexToBytes(keys[0])
const { caipNetworkId: networkId } = solana
const hash = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn'
const transfer = systemTransfer({ from: own, to: other, lamports: 5n })
const legacy = unsignedTransaction(encodeMessage({ feePayer: own, blockhash: hash, instructions: [transfer] }))
const versioned = Uint8Array.from(
  getTransactionEncoder().encode(
    compileTransaction(
      pipe(
        createTransactionMessage({ version: 0 }),
        (message) => setTransactionMessageFeePayer(address(own), message),
        (message) =>
          setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: blockhash(hash), lastValidBlockHeight: 1n },
            message,
          ),
        (message) =>
          appendTransactionMessageInstruction({ programAddress: address(other), data: Uint8Array.of(1) }, message),
      ),
    ),
  ),
)

const signature = (transaction: Uint8Array) => ed25519.sign(decodeTransaction(transaction).message, secretKey)
const signed = (transaction: Uint8Array) =>
  withSignature({ transaction: decodeTransaction(transaction), address: own, signature: signature(transaction) })

interface Asked {
  readonly networkId: NetworkId
  readonly method: string
  readonly params: unknown
}

/** A session whose wallet answers as the test says. */
async function session(answers: Readonly<Record<string, (params: never) => unknown>>) {
  const asked: Asked[] = []
  const listeners = new Set<(event: WalletEvent) => void>()
  const channel: RequestChannel = {
    takes: ({ method }) => Object.hasOwn(answers, method),
    async request({ method, params, ...rest }) {
      asked.push({ networkId: rest.networkId, method, params })
      const answer: ((params: never) => unknown) | undefined = answers[method]
      return answer && Reflect.apply(answer, undefined, [params])
    },
  }
  const account = { namespace: 'solana', address: own, type: 'eoa' } as const
  const connection: ChannelConnection['connection'] = {
    accounts: [account],
    networks: { solana: networkId },
    approvedNetworks: [networkId],
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    switchNetwork: async () => {},
  }
  const actions = await adapter().actions(createTestHost({ networks: [solana] }))
  const provider = actions.provider?.({ channel, connection, networks: () => [solana] })
  if (!provider) throw new Error('There is no provider.')
  const wallet = { provider, channel, account, accounts: [account], networkId, network: solana }
  const emit = (event: WalletEvent) => {
    for (const listener of listeners) listener(event)
  }
  return { asked, actions, wallet, provider, emit }
}

describe('a wallet over a session', () => {
  test('[S7.36] signs the bytes of a message, which go and come back in base58', async () => {
    const sign = ({ message }: { readonly message: string }) => ({
      signature: base58.encode(ed25519.sign(base58.decode(message), secretKey)),
    })
    const { actions, wallet, asked } = await session({ solana_signMessage: sign })
    const message = 'Hellö 👋'
    const answer = await actions.signMessage?.({ wallet, message })
    const bytes = new TextEncoder().encode(message)
    expect(nacl.sign.detached.verify(bytes, base58.decode(answer?.signature ?? ''), base58.decode(own))).toBe(true)
    const params = { message: base58.encode(bytes), pubkey: own }
    expect(asked).toEqual([{ networkId, method: 'solana_signMessage', params }])
  })

  test('a message that a device signed comes back in its envelope', async () => {
    const sign = ({ message }: { readonly message: string }) => {
      const of = { text: base58.decode(message), publicKey: base58.decode(own), version: 1 } as const
      const form = offchainMessage(of) ?? expect.fail()
      return { signature: base58.encode(offchainEnvelope({ signature: ed25519.sign(form, secretKey), message: form })) }
    }
    const { actions, wallet } = await session({ solana_signMessage: sign })
    const answer = (await actions.signMessage?.({ wallet, message: 'Hello' })) ?? expect.fail()
    const signatures = [answer.signature, answer.envelope ?? '']
    for (const signature of signatures) {
      expect(verifySolanaMessage({ address: own, message: 'Hello', signature })).toBe(true)
      expect(verifySolanaMessage({ address: own, message: 'Hello!', signature })).toBe(false)
    }
  })

  test('a legacy transaction goes with its parts; a signature alone is put into its bytes', async () => {
    const { actions, wallet, asked } = await session({
      solana_signTransaction: ({ transaction }: { readonly transaction: string }) => ({
        signature: base58.encode(signature(base64.decode(transaction))),
      }),
    })
    expect(await actions.signTransactions?.({ wallet, transactions: [legacy] })).toEqual([
      base64.encode(signed(legacy)),
    ])
    expect(asked[0]?.params).toEqual({
      transaction: base64.encode(legacy),
      pubkey: own,
      feePayer: own,
      recentBlockhash: hash,
      instructions: [
        {
          programId: transfer.programId,
          data: base58.encode(transfer.data),
          keys: [
            { pubkey: own, isSigner: true, isWritable: true },
            { pubkey: other, isSigner: false, isWritable: true },
          ],
        },
      ],
    })
  })

  test('a versioned one goes as its bytes alone, and what the wallet made of it counts', async () => {
    const { actions, wallet, asked } = await session({
      solana_signTransaction: () => ({ transaction: base64.encode(signed(versioned)) }),
    })
    expect(await actions.signTransactions?.({ wallet, transactions: [base64.encode(versioned)] })).toEqual([
      base64.encode(signed(versioned)),
    ])
    expect(asked[0]?.params).toEqual({ transaction: base64.encode(versioned), pubkey: own })
  })

  test('several go in one request where the session has it, else one after the other', async () => {
    const one = ({ transaction }: { readonly transaction: string }) => ({
      transaction: base64.encode(signed(base64.decode(transaction))),
    })
    const all = ({ transactions }: { readonly transactions: readonly string[] }) => ({
      transactions: transactions.map((transaction) => one({ transaction }).transaction),
    })
    const expected = [legacy, versioned].map((each) => base64.encode(signed(each)))
    for (const answers of [
      { solana_signTransaction: one, solana_signAllTransactions: all },
      { solana_signTransaction: one },
    ]) {
      const { actions, wallet, asked } = await session(answers)
      expect(await actions.signTransactions?.({ wallet, transactions: [legacy, versioned] })).toEqual(expected)
      expect(asked).toHaveLength('solana_signAllTransactions' in answers ? 1 : 2)
    }
  })

  test('[F22] sends once, and names the transaction by what the wallet answers', async () => {
    const text = base58.encode(signature(legacy))
    const { actions, wallet, asked } = await session({ solana_signAndSendTransaction: () => ({ signature: text }) })
    expect(await actions.sendCall?.({ wallet, call: { transaction: legacy } })).toEqual({ hash: text })
    expect(asked).toHaveLength(1)
    expect(asked[0]?.params).toMatchObject({ transaction: base64.encode(legacy), pubkey: own })
  })

  test.each([
    ['another number of them', { transactions: [] }],
    ['no base64', { transactions: ['*', '*'] }],
    ['nothing', null],
  ])('[F18] %s for signed transactions is no answer', async (_, answer) => {
    const { actions, wallet } = await session({
      solana_signTransaction: () => answer,
      solana_signAllTransactions: () => answer,
    })
    await expect(actions.signTransactions?.({ wallet, transactions: [legacy, legacy] })).rejects.toMatchObject({
      code: 'wallet_answer',
    })
  })

  test('[S7.36] a session that has the main network by its former id alone is asked by that', async () => {
    const former = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
    const accounts = [`${former}:${own}`]
    const namespaces = { solana: { accounts, methods: adapter().session?.methods ?? [], events: [], chains: [former] } }
    const asked: string[] = []
    const known = (chainId: string) =>
      sessionChainId({ namespaces, chainId, otherId: adapter().session?.otherIds?.[chainId] })
    // As a session's channel does it.
    const channel: RequestChannel = {
      takes: ({ method }) => mayRequest({ namespaces, chainId: known(networkId), method }),
      async request({ networkId: wanted, method }) {
        const chainId = known(wanted)
        if (!mayRequest({ namespaces, chainId, method })) throw new Error('The session does not have it.')
        asked.push(`${chainId} ${method}`)
        return { transactions: [legacy, versioned].map((each) => base64.encode(signed(each))) }
      },
    }
    const { actions, wallet, provider } = await session({})
    const made = actions.provider?.({
      channel,
      connection: {
        accounts: [wallet.account],
        networks: { solana: networkId },
        listen: () => () => {},
        switchNetwork: async () => {},
      },
      networks: () => [solana],
    })
    const reached = { ...wallet, channel, provider: made ?? provider }
    expect(await actions.signTransactions?.({ wallet: reached, transactions: [legacy, versioned] })).toHaveLength(2)
    expect(asked).toEqual([`${former} solana_signAllTransactions`])
  })

  test('what the session doesn’t grant shows as absent, and is asked for nowhere', async () => {
    const { actions, wallet, asked } = await session({ solana_signMessage: () => ({ signature: 'x' }) })
    expect(await actions.capabilities?.({ wallet })).toMatchObject({
      signMessage: true,
      signTransactions: false,
      sendCall: false,
      transfers: [],
    })
    await expect(actions.signTransactions?.({ wallet, transactions: [legacy] })).rejects.toMatchObject({
      code: 'unsupported_method',
    })
    await expect(actions.signMessage?.({ wallet, message: 'Hello' })).rejects.toMatchObject({ code: 'wallet_answer' })
    expect(asked).toHaveLength(1)
  })

  test('is a wallet of the Wallet Standard: its chains and accounts, and that it ends', async () => {
    const { provider, emit } = await session({ solana_signMessage: () => ({}) })
    expect(provider.chains).toEqual(['solana:mainnet'])
    expect(provider.accounts).toMatchObject([
      { address: own, chains: ['solana:mainnet'], features: ['solana:signMessage'] },
    ])
    expect(Object.keys(provider.features)).toEqual(['standard:connect', 'standard:events', 'solana:signMessage'])
    const changes: unknown[] = []
    const events: unknown = provider.features['standard:events']
    const off: unknown = Reflect.get(Object(events), 'on')('change', (change: unknown) => changes.push(change))
    emit({ type: 'disconnected' })
    expect(changes).toEqual([{ accounts: [] }])
    if (typeof off === 'function') off()
    emit({ type: 'disconnected' })
    expect(changes).toHaveLength(1)
  })
})
