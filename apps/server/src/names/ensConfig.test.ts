import * as v from 'valibot'
import { mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { EnsConfig } from './namesConfig.js'

test('where nothing is said, ENS is asked on the main network, where others know it to be', () => {
  expect(v.parse(EnsConfig, {})).toEqual({
    chainId: `eip155:${mainnet.id}`,
    universalResolver: mainnet.contracts.ensUniversalResolver.address,
  })
})
