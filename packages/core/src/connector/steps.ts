/** The providers of accounts by which visitors may log in. */
export type SocialProvider = 'google' | 'x' | 'discord' | 'farcaster' | 'github' | 'apple' | 'facebook'

/** The ways to log in that a connector has. Plain data. */
export interface LoginMethods {
  readonly email?: boolean | undefined
  /** In the connector's own order. */
  readonly socials?: readonly SocialProvider[] | undefined
}

/** A way to log in. */
export type LoginRequest =
  | { readonly method: 'email'; readonly email: string }
  | { readonly method: 'social'; readonly provider: SocialProvider }

/** A part that a connector shows over the page by itself, such as the frame that its wallet runs in. The connector draws it; the kit says when. */
export interface Surface {
  /** Whose it is. */
  readonly connectorId: string
  /** Until it resolves nothing of it could be seen: it isn't shown, and who doesn't want to wait may close the modal. Left out where it can be seen at once. */
  readonly drawn?: Promise<unknown> | undefined
  /**
   * Called again where something came over it: it is to lie above all else of the page then.
   * @param isAlone - nothing of the kit's was shown when it came; said the first time. Views of the kit's below it say themselves what comes of what they asked for.
   */
  show(isAlone?: boolean): void
  /** Called once: by what `showSurface` returned, or as soon as nothing is asked of the connector any more. */
  hide(): void
}

/** A pairing URI that waits for a wallet to scan or open it. Its key decrypts the proposal, so it is never sent, logged or stored. */
export interface PairingOffer {
  readonly uri: string
  /** ms since 1970. It is offered until 3:50 after this [S9.1 S9.2]. */
  readonly madeAt: number
}

/** The progress of a connector, which reports it, and which views draw. */
export type ConnectorStep =
  /** The wallet shows its own prompt. */
  | { readonly type: 'walletPrompt' }
  /** A wallet elsewhere may scan or open the URI. */
  | { readonly type: 'pairing'; readonly offer: PairingOffer }
  /** The URI was opened in a wallet on this device. */
  | { readonly type: 'walletOpened'; readonly offer: PairingOffer }
  /** An application on a telephone opens the address: it is scanned from here, or opened here. `isAnswered` once the visitor has agreed there. */
  | { readonly type: 'scan'; readonly url: string; readonly isAnswered?: boolean | undefined }
  /** Links were sent to several addresses, each of which is to be followed. */
  | { readonly type: 'linksSent'; readonly sentTo: readonly string[] }
  /** The page is about to be left for another, which leads back to it: once it is loaded again, the connector's `resume` goes on. */
  | { readonly type: 'redirect' }

/** A step that goes on only with an answer of the visitor's, which `answer` hands over. */
export type AskingStep =
  /** A code was sent, and is to be typed in. */
  | {
      readonly type: 'codeSent'
      /** The destination as the visitor knows it: an e-mail address. */
      readonly sentTo: string
      /** The number of digits. */
      readonly digits: number
      /** ms since 1970: from then on another may be asked for. */
      readonly againAt?: number | undefined
      /** ms since 1970: from then on the code is good no more. */
      readonly expiresAt?: number | undefined
      /** The last answer was another code. */
      readonly isWrong?: boolean | undefined
    }
  /** A link was sent, by which the visitor lets this device in. */
  | {
      readonly type: 'deviceApproval'
      readonly sentTo: string
      /** ms since 1970: from then on another may be asked for. */
      readonly againAt?: number | undefined
      /** ms since 1970: from then on the link is good no more. */
      readonly expiresAt?: number | undefined
      /** The visitor goes by another address, as they have said where the connector shows something of its own. */
      readonly isLeft?: boolean | undefined
    }
  /** A window is to be opened, which only a press may do. */
  | { readonly type: 'popup'; readonly url: string }
  /** The wallet's next request is shown in words, before it is asked. */
  | { readonly type: 'preview' }

/** An answer of the visitor: a code, that another message is to be sent, whether the window has been opened, or whether the wallet is to be asked. */
export type Answer =
  | { readonly code: string }
  | { readonly sendAgain: true }
  | { readonly opened: boolean }
  | { readonly approved: boolean }
