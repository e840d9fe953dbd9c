import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Delegation, deployDelegation } from './deployDelegation.js'
import { DeployError } from './errors.js'
import { type StartedChain, startChain } from './startChain.js'

let chain: StartedChain
let delegation: Delegation
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  delegation = await deployDelegation({ url: chain.url })
})
afterAll(() => chain?.stop())

const client = () => createPublicClient({ transport: http(chain.url) })

test('the framework and the entry point stand where they stand on public networks', async () => {
  expect(delegation).toEqual({
    delegate: '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B',
    manager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
    entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
    enforcers: {
      AllowedTargetsEnforcer: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB',
      AllowedMethodsEnforcer: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5',
      AllowedCalldataEnforcer: '0xc2b0d624c1c4319760C96503BA27C347F3260f55',
      ExactCalldataEnforcer: '0x99F2e9bF15ce5eC84685604836F71aB835DBBdED',
      ValueLteEnforcer: '0x92Bf12322527cAA612fd31a0e810472BBB106A8F',
      LimitedCallsEnforcer: '0x04658B29F6b82ed55274221a06Fc97D318E25416',
      TimestampEnforcer: '0x1046bb45C8d673d4ea75321280DB34899413c069',
      NonceEnforcer: '0xDE4f2FAC4B3D87A1d9953Ca5FC09FCa7F366254f',
      RedeemerEnforcer: '0xE144b0b2618071B4E56f746313528a669c7E65c5',
      NativeTokenPeriodTransferEnforcer: '0x9BC0FAf4Aca5AE429F4c06aEEaC517520CB16BD9',
      ERC20PeriodTransferEnforcer: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB',
      NativeTokenStreamingEnforcer: '0xD10b97905a320b13a0608f7E9cC506b56747df19',
      ERC20StreamingEnforcer: '0x56c97aE02f233B29fa03502Ecc0457266d9be00e',
      ExactExecutionBatchEnforcer: '0x1e141e455d08721Dd5BCDA1BaA6Ea5633Afd5017',
    },
  })
  const { enforcers, ...others } = delegation
  for (const address of [...Object.values(others), ...Object.values(enforcers)]) {
    expect(await client().getCode({ address }), address).toBeTruthy()
  }
})

test('a second time nothing is done', async () => {
  const block = await client().getBlockNumber({ cacheTime: 0 })
  await deployDelegation({ url: chain.url })
  expect(await client().getBlockNumber({ cacheTime: 0 })).toBe(block)
})

test('a chain that does not answer is named', async () => {
  const deployment = deployDelegation({ url: 'http://127.0.0.1:9' })
  await expect(deployment).rejects.toBeInstanceOf(DeployError)
  await expect(deployment).rejects.toThrow(
    "Couldn't set up the delegation framework on the chain at http://127.0.0.1:9.",
  )
})
