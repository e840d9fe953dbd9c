import type { PeerMetadata } from '@foyer/walletconnect/protocol'

/** An application's picture, if it brought it along: from its own host none is fetched, which would tell it of the visitor before they agree. */
export const pictureOf = ({ icons }: Pick<PeerMetadata, 'icons'>): string | undefined =>
  icons.find((icon) => /^data:image\//i.test(icon))
