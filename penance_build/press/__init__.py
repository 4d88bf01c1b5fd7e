"""press"""
