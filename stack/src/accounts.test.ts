import { bytesToHex } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { devAccounts, devMnemonic } from './accounts.js'

test('the development accounts are the first ten of the phrase, and their keys are their own', () => {
  const derived = Array.from({ length: 10 }, (_, addressIndex) => {
    const { address, getHdKey } = mnemonicToAccount(devMnemonic, { addressIndex })
    return { address, privateKey: bytesToHex(getHdKey().privateKey ?? new Uint8Array()) }
  })
  expect(devAccounts).toEqual(derived)
  expect(devAccounts.map(({ privateKey }) => privateKeyToAccount(privateKey).address)).toEqual(
    devAccounts.map(({ address }) => address),
  )
})
