import { expect, test } from 'vitest'
import type { Family } from '../chain/ids.js'
import type { Features } from '../config/options.js'
import { defaultFeatures } from '../config/options.js'
import { walletFeatures } from './accountFeatures.js'

const offered = (more: Partial<Features> = {}, family: Family = 'eip155') =>
  walletFeatures({ features: { ...defaultFeatures, ...more }, family })

test('[S1.8 S1.9] the default: buy, swap, receive, send', () => {
  expect(offered()).toEqual(['onramp', 'swaps', 'receive', 'send'])
})

test('[S1.9] the host’s order, each once; what it leaves out or switches off isn’t offered', () => {
  expect(offered({ walletFeaturesOrder: ['send', 'receive', 'send', 'swaps'], swaps: false })).toEqual([
    'send',
    'receive',
  ])
})

test('a feature is offered only in the families that it is made for', () => {
  expect(offered({}, 'solana')).toEqual(['onramp', 'receive', 'send'])
  expect(offered({}, 'bip122')).toEqual(['receive', 'send'])
})
