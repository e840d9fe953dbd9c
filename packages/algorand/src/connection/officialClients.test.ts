import { AVMWebClient, type TAVMWebClientCallback } from '@agoralabs-sh/avm-web-provider'
import { createTestAlgorandWallet } from '@foyer/testing'
import { base64 } from '@scure/base'
import { WalletId, WalletManager } from '@txnlab/use-wallet'
import { Algodv2, encodeUnsignedTransaction, makePaymentTxnWithSuggestedParamsFromObject, verifyBytes } from 'algosdk'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { actionsOn, createStage, freshAddress, freshKey, one, type Stage } from '../test/stage.js'

let starting: Promise<Stage> | undefined
const stageOf = () => (starting ??= createStage())
afterAll(async () => (await starting)?.chain.stop())

// The official library makes bytes of another realm under jsdom: the page is as much of one as these clients need. Its own time stands.
beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout: () => 0 }))
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  })
})

/** A wallet in the page with 50 ALGO, a way to pay someone from it, and what that one got. */
async function stageWith(kind: 'arc27' | 'window') {
  const { chain, network, host } = await stageOf()
  const accounts = [{ key: freshKey() }] as const
  const { genesisHash } = chain
  const wallet = await createTestAlgorandWallet({ name: 'Willow', accounts, genesisHashes: [genesisHash], kind })
  onTestFinished(wallet.appearIn(window))
  const [sender = ''] = wallet.accounts
  await chain.fund({ address: sender, amount: 50n * one })
  const node = new Algodv2('', 'http://127.0.0.1', new URL(chain.url).port)
  const receiver = freshAddress()
  const { nativeBalance } = await actionsOn({ host })
  return {
    ...{ chain, wallet, sender, node },
    async payment(from = sender) {
      const suggestedParams = await node.getTransactionParams().do()
      return makePaymentTxnWithSuggestedParamsFromObject({ sender: from, receiver, amount: one, suggestedParams })
    },
    got: () => nativeBalance({ address: receiver, network }),
  }
}

/** Has ARC-27's own client ask, and waits for the wallet's answer. */
function answerTo<Result>(
  listen: (receive: TAVMWebClientCallback<Result>) => string,
  ask: () => string,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    listen(({ result, error }) => (result === null ? reject(error) : resolve(result)))
    ask()
  })
}

test('the wallet of the tests answers ARC-27’s own client, which finds it, signs a message and a payment by it, and leaves', async () => {
  const { chain, sender, node, payment, got } = await stageWith('arc27')
  const client = AVMWebClient.init()
  const found = await answerTo(client.onDiscover.bind(client), () => client.discover())
  const { genesisHash } = chain
  expect(found).toMatchObject({ name: 'Willow', networks: [expect.objectContaining({ genesisHash })] })
  const { providerId } = found
  const enabled = await answerTo(client.onEnable.bind(client), () => client.enable({ providerId, genesisHash }))
  expect(enabled).toMatchObject({ accounts: [{ address: sender }], genesisHash, providerId })

  const message = 'Hellö'
  const signed = await answerTo(client.onSignMessage.bind(client), () =>
    client.signMessage({ providerId, message, signer: sender }),
  )
  expect(signed.signer).toBe(sender)
  expect(verifyBytes(new TextEncoder().encode(message), base64.decode(signed.signature), sender)).toBe(true)

  const txn = base64.encode(encodeUnsignedTransaction(await payment()))
  const { stxns } = await answerTo(client.onSignTransactions.bind(client), () =>
    client.signTransactions({ providerId, txns: [{ txn }] }),
  )
  await node.sendRawTransaction(base64.decode(stxns[0] ?? '')).do()
  expect(await got()).toBe(one)

  const left = await answerTo(client.onDisable.bind(client), () => client.disable({ providerId }))
  expect(left).toMatchObject({ genesisHash, genesisId: enabled.genesisId, providerId })
  await expect(
    answerTo(client.onSignMessage.bind(client), () => client.signMessage({ providerId, message, signer: sender })),
  ).rejects.toMatchObject({ code: 4100 })
})

test('a refusal has the number that ARC-27’s own client knows', async () => {
  const { wallet } = await stageWith('arc27')
  wallet.next({ connect: 'reject' })
  const client = AVMWebClient.init()
  await expect(answerTo(client.onEnable.bind(client), () => client.enable())).rejects.toMatchObject({ code: 4001 })
})

/** The manager of a page whose one wallet is that at `window.algorand`. */
const managerAt = (url: string) =>
  new WalletManager({
    wallets: [WalletId.EXODUS],
    networks: { local: { algod: { token: '', baseServer: 'http://127.0.0.1', port: new URL(url).port } } },
    defaultNetwork: 'local',
  })

test('the wallet of the tests at window.algorand answers use-wallet as Exodus does: its account, a payment beside another’s, a session that goes on, and a refusal', async () => {
  const { chain, wallet, sender, payment, got } = await stageWith('window')
  const manager = managerAt(chain.url)
  const exodus = manager.getWallet(WalletId.EXODUS) ?? expect.fail()
  expect((await exodus.connect()).map(({ address }) => address)).toEqual([sender])
  expect(manager.activeAddress).toBe(sender)

  const [own, others] = await manager.signTransactions([await payment(), await payment(freshAddress())])
  await manager.algodClient.sendRawTransaction(own ?? expect.fail()).do()
  expect([await got(), others]).toEqual([one, null])
  const again = managerAt(chain.url)
  await again.resumeSessions()
  expect(again.activeAddress).toBe(sender)

  wallet.next({ signTransaction: 'reject' })
  await expect(manager.signTransactions([await payment()])).rejects.toMatchObject({ code: 4001 })
  await exodus.disconnect()
  expect(manager.activeAddress).toBeNull()
})
