import { isNetworkId } from '@foyer/core/chain'
import type { Wallet } from '@foyer/core/wire'
import { picturedNetworks } from './artwork/assets.js'
import type { PictureName } from './pictures.js'
import { foldText } from './walletIndex.js'

/** The groups in which an operator supplies pictures. */
export const pictureGroups = ['wallet', 'network', 'asset', 'currency', 'token'] as const

export type PictureGroup = (typeof pictureGroups)[number]

/** Whose picture it is, as an operator writes it. */
export interface PictureKey {
  readonly group: PictureGroup
  /**
   * A wallet's id, picture's id, announced name (`io.metamask`) or name; a network's CAIP-2 id, the number of an EVM chain, or its name; the wire's id of
   * an asset; the code of a currency; a token's symbol.
   */
  readonly key: string
}

/**
 * Finds out under which names a supplied picture is stored.
 * @returns none for what the directory doesn't know
 */
export function pictureNames({ wallets }: { wallets: readonly Wallet[] }): (key: PictureKey) => readonly PictureName[] {
  const imageIds = new Map(
    wallets.flatMap(({ id, name, image_id: imageId = id, rdns }) =>
      [slug(name), rdns, id, imageId].flatMap((each) => (each ? [[each.toLowerCase(), imageId] as const] : [])),
    ),
  )
  return ({ group, key }) => {
    switch (group) {
      case 'wallet': {
        const id = imageIds.get(key.toLowerCase()) ?? imageIds.get(slug(key))
        return id === undefined ? [] : [{ kind: 'wallet', id }]
      }
      case 'network':
        return networkNames(key).map((id) => ({ kind: 'asset', id }))
      case 'asset':
        return [{ kind: 'asset', id: key }]
      case 'currency':
      case 'token':
        return [{ kind: group, id: key.toUpperCase() }]
    }
  }
}

/** Both of the ids that kits request a network by. */
function networkNames(key: string): readonly string[] {
  // No colon may stand in a file's name everywhere.
  const id = /^\d+$/.test(key) ? `eip155:${key}` : key.replace(/^([a-z\d]{3,8})[-_](?=\w+$)/, '$1:')
  const known = picturedNetworks.find(({ name, networkId }) => networkId === id || slug(name) === slug(key))
  if (known) return [known.networkId, known.imageId]
  return isNetworkId(id) ? [id] : []
}

/** A name as a file may have it: `Trust Wallet` is `trust-wallet`. */
const slug = (name: string) => foldText(name).replace(/[^\p{L}\p{N}]+/gu, '-')
