import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packagedFolder } from '../packagedFolder.js'
import type { ShippedWallets } from './directoryStore.js'
import { digestOf } from './pictures.js'
import { readListing } from './readListing.js'

/** Reads the wallets that ship with the server: facts, in the form of an export. */
export async function shippedWallets(): Promise<ShippedWallets> {
  const file = 'wallets.json'
  const json = await readFile(join(packagedFolder({ name: 'directory', holds: file }), file), 'utf8')
  return { wallets: readListing(json).wallets, digest: digestOf(json) }
}
