import { expect, test } from 'vitest'
import * as chain from './index.js'

test('exports these names and no others', () => {
  expect(Object.keys(chain).sort()).toMatchInlineSnapshot(`
    [
      "InvalidAccountIdError",
      "InvalidAmountError",
      "InvalidAssetIdError",
      "InvalidHexError",
      "InvalidNetworkIdError",
      "UnknownFamilyError",
      "bigintToHex",
      "bytesToHex",
      "displayBalance",
      "displayQuantity",
      "families",
      "formatAccountId",
      "formatAmount",
      "formatAssetId",
      "formatNetworkId",
      "hexToBigint",
      "hexToBytes",
      "hexToUtf8",
      "isAccountId",
      "isAddress",
      "isHex",
      "isNetworkId",
      "isSignature",
      "isTransactionHash",
      "parseAccountId",
      "parseAmount",
      "parseAssetId",
      "parseNetworkId",
      "roundDown",
      "shortenAddress",
      "utf8ToHex",
    ]
  `)
})
