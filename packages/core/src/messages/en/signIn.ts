/** What is said while a visitor signs in. */
export const signIn = {
  'signIn.title': 'Sign In',
  'signIn.lead': '{dapp} needs to connect to your wallet',
  'signIn.dapp': 'Dapp',
  'signIn.why': 'Sign a message to prove that this account is yours. It costs nothing.',
  'signIn.whyRequired': 'Sign a message to prove that this account is yours. If you cancel, you will be disconnected.',
  'signIn.cancel': 'Cancel',
  'signIn.cancelling': 'Cancelling...',
  'signIn.sign': 'Sign',
  'signIn.signing': 'Signing...',
  'signIn.inWallet': 'Sign the message in {wallet}.',
  'signIn.declined': 'Signature declined',
  'signIn.smartAccount': 'This application might not support Smart Accounts',
  'signIn.invalid': 'The signature could not be verified. Try again.',
  'signIn.nobody': 'There is nothing to sign',
  'signIn.nobodyWhy': 'Signing in begins when a wallet connects.',
} as const
