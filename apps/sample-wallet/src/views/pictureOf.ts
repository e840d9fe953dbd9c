import type { PeerMetadata } from '@foyer/walletconnect/protocol'

/** An application's picture, if it is a data URL: fetching one from the application's host would reveal the visitor before they agree. */
export const pictureOf = ({ icons }: Pick<PeerMetadata, 'icons'>): string | undefined =>
  icons.find((icon) => /^data:image\//i.test(icon))
