export { readsOnce } from '@foyer/signing/readsOnce'
