import type { titles as english } from '../en/titles.js'
import type { Translated } from '../sentences.js'

export const titles: Translated<typeof english> = {
  'account.title': 'الحساب',
  'account.network': 'غيّر الشبكة، الحالية {name}',
  'network.title': 'اختر الشبكة',
  'network.switchTitle': 'تبديل الشبكة',
  'network.switchChainTitle': 'تبديل السلسلة',
  'network.unsupportedTitle': 'تبديل الشبكة',
  'network.unsupportedChain': 'سلسلة غير مدعومة',
  'help.walletTitle': 'ما هي المحفظة؟',
  'help.networkTitle': 'ما هي الشبكة؟',
  'help.getWalletTitle': 'احصل على محفظة',
  'help.downloadsTitle': 'التنزيلات',
  'help.getNamed': 'احصل على {name}',
}
