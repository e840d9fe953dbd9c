/** Where visitors have an account already, by which they may log in. */
export type SocialProvider = 'google' | 'x' | 'discord' | 'farcaster' | 'github' | 'apple' | 'facebook'

/** The ways to log in that a connector has. Plain data. */
export interface LoginMethods {
  readonly email?: boolean | undefined
  /** In the connector's own order. */
  readonly socials?: readonly SocialProvider[] | undefined
}

/** How the visitor logs in. */
export type LoginRequest =
  | { readonly method: 'email'; readonly email: string }
  | { readonly method: 'social'; readonly provider: SocialProvider }

/** What a connector shows of its own over the page, such as the frame that its wallet runs in. The connector draws it; the kit says when. */
export interface Surface {
  /** Whose it is. */
  readonly connectorId: string
  show(): void
  /** Called once: by what `showSurface` returned, or as soon as nothing is asked of the connector any more. */
  hide(): void
}
