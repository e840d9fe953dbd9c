/** Whether a text may be an address: a mailbox, the sign and a host with a dot. The server that sends a mail there knows more. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(text)
