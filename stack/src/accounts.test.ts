import { pbkdf2Sync } from 'node:crypto'
import { p2wpkh } from '@scure/btc-signer'
import { bytesToHex } from 'viem'
import { HDKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { devAccounts, devMnemonic } from './accounts.js'
import { devBitcoinAddresses } from './bitcoin/accounts.js'

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

test('the development addresses on Bitcoin are the first of the phrase', () => {
  const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
  const seed = pbkdf2Sync(devMnemonic, 'mnemonic', 2_048, 64, 'sha512') // BIP-39
  const derived = devBitcoinAddresses.map((_, account) => {
    const { publicKey } = HDKey.fromMasterSeed(seed).derive(`m/84'/1'/${account}'/0/0`)
    return publicKey && p2wpkh(publicKey, regtest).address
  })
  expect(devBitcoinAddresses).toEqual(derived)
})
