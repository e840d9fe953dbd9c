import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { bytesToHex, keccak256 } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createSeeds } from './keyring.js'
import { accountsOfSecret } from './secretAccounts.js'
import { createSolana } from './solana/solana.js'

test('a secret has the accounts that every wallet derives from its words, and signs as they do', async () => {
  const secrets = fc.uint8Array({ minLength: 16, maxLength: 16 })
  await fc.assert(
    fc.asyncProperty(secrets, fc.uint8Array({ maxLength: 64 }), async (secret, bytes) => {
      const phrase = entropyToMnemonic(secret, wordlist)
      const [eip155, solana] = (await accountsOfSecret(secret)).accounts
      expect([eip155?.family, solana?.family]).toEqual(['eip155', 'solana'])
      const evm = mnemonicToAccount(phrase)
      expect(eip155?.address).toBe(evm.address)
      expect(bytesToHex((await eip155?.sign(bytes)) ?? new Uint8Array())).toBe(
        await evm.sign({ hash: keccak256(bytes) }),
      )
      const keyring = { phrase, count: 1, imported: [] }
      expect(createSolana(createSeeds()).addresses({ keyring, chainId: 'solana:a' })).toEqual([solana?.address])
    }),
    // Words become a seed by 2,048 rounds of a hash, three times a run.
    { numRuns: process.env.FOYER_FULL ? 25 : 5 },
  )
})

test('wiped keys sign nothing', async () => {
  const { accounts, wipe } = await accountsOfSecret(new Uint8Array(16).fill(7))
  wipe()
  await expect(accounts[0]?.sign(new Uint8Array(1))).rejects.toThrow()
})
