import { deployDelegation, deployMarket, type Market, type StartedChain, startChain } from '@foyer/stack'
import { erc7710WalletActions, erc7715ProviderActions } from '@metamask/smart-accounts-kit/actions'
import { overrideDeployedEnvironment } from '@metamask/smart-accounts-kit/utils'
import {
  type Address,
  createWalletClient,
  custom,
  defineChain,
  encodeFunctionData,
  erc20Abi,
  http,
  isHash,
  zeroAddress,
} from 'viem'
import { readContract, waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { delegationManager, entryPoint } from '../../delegate.js'
import { clientOf, fresh, inADayOn, nodeOf, sessionKeyOn } from './test/onChain.js'
import { walletOf } from './test/walletOf.js'

let chain: StartedChain
let market: Market
let delegate: Address
beforeAll(async () => {
  // It reports to its maker otherwise.
  vi.stubEnv('DO_NOT_TRACK', '1')
  chain = await startChain({ id: 31337 })
  delegate = (await deployDelegation({ url: chain.url })).delegate
  market = await deployMarket({ url: chain.url })
})
afterAll(() => chain.stop())

/** The local chain isn't in its maker's list, with the manager that the client hands a permission in to. */
function listChain(): void {
  const none = { caveatEnforcers: {}, SimpleFactory: zeroAddress }
  const implementations = { MultiSigDeleGatorImpl: zeroAddress, HybridDeleGatorImpl: zeroAddress }
  overrideDeployedEnvironment(31_337, '1.3.0', {
    ...{ ...none, DelegationManager: delegationManager, EntryPoint: entryPoint },
    implementations: { ...implementations, EIP7702StatelessDeleGatorImpl: delegate },
  })
}

test('[S6.4] MetaMask’s own client asks for a token by the day, uses what it is granted up to its bound, lists it, and is refused beyond it and after its end', async () => {
  listChain()
  const of = walletOf({ chain, delegate, place: 5 })
  const key = await sessionKeyOn(chain.url)
  const token = market.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? expect.fail('There is no token.')
  const give = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [of.address, 1_000n] })
  const { perform } = await walletOf({ chain, delegate, place: 0 }).asked('eth_sendTransaction', [
    { from: walletOf({ chain, delegate, place: 0 }).address, to: token, data: give },
  ])
  await perform()
  const provider = {
    async request({ method, params }: { readonly method: string; readonly params?: unknown }) {
      const prepared = await of.ask(method, params)
      if (prepared.kind === 'refuse') throw prepared.failure
      return prepared.kind === 'answer' ? prepared.result : prepared.perform()
    },
  }
  const asking = createWalletClient({ transport: custom(provider) }).extend(erc7715ProviderActions())
  expect(await asking.getSupportedExecutionPermissions()).toMatchObject({
    'erc20-token-periodic': { chainIds: [31_337], ruleTypes: ['expiry', 'redeemer', 'payee'] },
  })
  const [granted] = await asking.requestExecutionPermissions([
    {
      ...{ chainId: 31_337, to: key.address, expiry: await inADayOn(chain.url) },
      permission: {
        type: 'erc20-token-periodic',
        data: { tokenAddress: token, periodAmount: 100n, periodDuration: 86_400 },
        isAdjustmentAllowed: false,
      },
    },
  ])
  if (!granted) throw new Error('Nothing was granted.')
  expect(await asking.getGrantedExecutionPermissions()).toEqual([granted])
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const local = defineChain({ id: 31_337, name: 'Local', nativeCurrency, rpcUrls: { default: { http: [chain.url] } } })
  const using = createWalletClient({ account: key, chain: local, transport: http() }).extend(erc7710WalletActions())
  const to = fresh()
  const pay = async (amount: bigint) => {
    const asked = {
      ...{ to: token, permissionContext: granted.context, delegationManager: granted.delegationManager },
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
    }
    // Its types ask for the fields of every kind of transaction at once; by its documentation these are what it takes.
    const hash: unknown = await Reflect.apply(using.sendTransactionWithDelegation, using, [asked])
    if (typeof hash !== 'string' || !isHash(hash)) throw new Error('It has no hash.')
    return (await waitForTransactionReceipt(clientOf(chain.url), { hash, pollingInterval: 50 })).status
  }
  const paid = () =>
    readContract(clientOf(chain.url), { abi: erc20Abi, address: token, functionName: 'balanceOf', args: [to] })
  expect(await pay(60n)).toBe('success')
  await expect(pay(41n)).rejects.toThrow()
  expect(await pay(40n)).toBe('success')
  await expect(pay(1n)).rejects.toThrow()
  expect(await paid()).toBe(100n)
  await nodeOf(chain.url).increaseTime({ seconds: 86_400 })
  await nodeOf(chain.url).mine({ blocks: 1 })
  await expect(pay(1n)).rejects.toThrow()
  expect(await paid()).toBe(100n)
})
