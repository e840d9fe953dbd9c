import { expect, test } from 'vitest'
import * as entry from './index.js'

test('the entry', () => {
  expect(Object.keys(entry)).toMatchInlineSnapshot(`
    [
      "adapterConformance",
      "connectorConformance",
      "createTestBitcoinWallet",
      "createTestClock",
      "createTestHost",
      "createTestWallet",
      "installTestBitcoinWallet",
      "installTestWallet",
      "ProviderError",
      "testLogin",
    ]
  `)
})
