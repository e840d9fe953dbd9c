import type { ButtonSentences } from '../sentences.js'

export const button: ButtonSentences = {
  'button.connect': 'اربط المحفظة',
  'button.connecting': 'جارٍ الربط...',
  'button.switchNetwork': 'بدّل الشبكة',
  'button.selectNetwork': 'اختر شبكة',
  'button.unknownNetwork': 'شبكة غير معروفة',
  'button.account': 'الحساب {name}',
  'button.network': 'الشبكة {name}',
  'button.balanceLoading': 'جارٍ تحميل الرصيد',
  'button.notLoaded': 'تعذّر تحميل هذا الجزء. تحقّق من اتصالك.',
  'button.tryAgain': 'حاول مجددًا',
  'button.close': 'إغلاق',
}
