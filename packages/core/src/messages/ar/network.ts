import type { network as english } from '../en/network.js'
import type { Translated } from '../sentences.js'

export const network: Translated<typeof english> = {
  'network.search': 'ابحث عن شبكة',
  'network.none': 'لا توجد شبكة بهذا الاسم.',
  'network.clearSearch': 'امسح البحث',
  'network.notInWallet': 'لا تستطيع محفظتك استخدام هذه الشبكة',
  'network.walletMayLack': 'قد لا تتيح محفظتك كل الشبكات المذكورة هنا.',
  'network.whatIsANetwork': 'ما هي الشبكة؟',
  'network.approve': 'وافق في المحفظة',
  'network.approveWhere': 'اقبل طلب الربط في محفظتك',
  'network.declined': 'رُفض التبديل',
  'network.declinedWhy': 'ربما لا تعرف المحفظة هذه الشبكة، أو ما زال طلب سابق مفتوحًا فيها.',
  'network.chainNotSupported': 'السلسلة غير مدعومة',
  'network.chainNotSupportedWhy': 'لا تعرف المحفظة هذه الشبكة ولم تقبل إضافتها. اختر شبكة أخرى.',
  'network.failed': 'فشل التبديل',
  'network.tryAgain': 'حاول مجددًا',
  'network.switchTo': 'بدّل إلى {name}',
  'network.switchToWhy': 'المحفظة المرتبطة لا تدعم {name}. اربط محفظة تدعمها.',
  'network.switch': 'بدّل',
  'network.unsupported': 'لا يدعم هذا التطبيق شبكتك الحالية. بدّل إلى خيار متاح للمتابعة.',
  'network.or': 'أو',
  'network.title': 'اختر الشبكة',
  'network.switchTitle': 'تبديل الشبكة',
  'network.switchChainTitle': 'تبديل السلسلة',
  'network.unsupportedTitle': 'تبديل الشبكة',
  'network.unsupportedChain': 'سلسلة غير مدعومة',
}
